import { defineErrors } from '@helve/core';

/** The rows of this package on the errors page: one per class, as callers see it. */
export const workerErrors = defineErrors('worker', {
  WORKER_INPUT: {
    type: 'VALIDATION',
    message: '{problem}',
    docs: 'Change what `details.fieldsInvalid` names',
  },
  WORKER_CONFIG: {
    type: 'PERMANENT',
    message: '{problem}',
    docs: 'Correct the configuration or the environment of the capability; `details.fieldsInvalid` names the fields',
  },
  WORKER_DISABLED: {
    type: 'PERMANENT',
    message: '{problem}',
    docs: 'Enable the instance first',
  },
  WORKER_TRANSIENT: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'Try again later',
  },
  WORKER_TIMEOUT: {
    type: 'TIMEOUT',
    message: '{problem}',
    docs: 'Ask for less, or raise the timeout that `details.which` names',
  },
  WORKER_CANCELLED: {
    type: 'CANCELLED',
    message: '{problem}',
    docs: 'Nothing is wrong; call again if it is still wanted',
  },
  WORKER_CRASHED: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'The worker is started again by itself; its log says why it died',
  },
  WORKER_QUEUE_FULL: {
    type: 'RATE_LIMIT',
    message: '{problem}',
    docs: 'Wait until some of the waiting work is done',
  },
  WORKER_RESOURCE: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'Try again when `details.resourceShortfall` is there; if it never fits, use a bigger machine or ask for less',
  },
  WORKER_OOM: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'Give the worker more memory, or ask for less in one call',
  },
  WORKER_FATAL: {
    type: 'PERMANENT',
    message: '{problem}',
    docs: 'Read the log of the worker',
  },
  WORKER_NOT_LOADED: {
    type: 'NOT_FOUND',
    message: '{problem}',
    docs: 'Load the capability first; `manager.instances()` lists the instances',
  },
  WORKER_DEFINITION: {
    type: 'INTERNAL',
    message: '{problem}',
    docs: 'Correct the class of the capability; `helve worker validate` checks it',
  },
  WORKER_CRASH_LOOP: {
    type: 'PERMANENT',
    message: '{problem}',
    docs: 'Find out from the log why it dies, then run `manager.reload(id)`',
  },
  WORKER_PROTOCOL: {
    type: 'INTERNAL',
    message: '{problem}',
    docs: 'Let both sides speak the same version of the protocol, and write nothing else to its channel',
  },
  WORKER_JOURNAL: {
    type: 'INTERNAL',
    message: '{problem}',
    docs: 'Make room for the journal or correct its place; work is taken again once it can be written',
  },
});

import { defineErrors } from '@helve/core';

/** The rows of this package on the errors page: one per class, as callers see it. */
export const workerErrors = defineErrors('worker', {
  WORKER_INPUT: {
    type: 'VALIDATION',
    message: '{problem}',
    docs: 'Correct what the message names, and call again',
  },
  WORKER_CONFIG: {
    type: 'PERMANENT',
    message: '{problem}',
    docs: 'Correct the configuration or the environment of the capability that the message names',
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
    docs: 'Request less, or raise the time limit in `details.which`',
  },
  WORKER_CANCELLED: {
    type: 'CANCELLED',
    message: '{problem}',
    docs: 'The call was cancelled on request; call again if necessary',
  },
  WORKER_CRASHED: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'The worker restarts automatically; its log says why it died',
  },
  WORKER_QUEUE_FULL: {
    type: 'RATE_LIMIT',
    message: '{problem}',
    docs: 'Wait until the queue has room',
  },
  WORKER_RESOURCE: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'Try again when `details.resourceShortfall` is available; if it never fits, use a larger machine or request less',
  },
  WORKER_OOM: {
    type: 'TRANSIENT',
    message: '{problem}',
    docs: 'Give the worker more memory, or request less per call',
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
    docs: 'Find the cause with `helve worker logs NAME`, then reload it: `helve worker reload NAME`, or `manager.reload(id)`',
  },
  WORKER_PROTOCOL: {
    type: 'INTERNAL',
    message: '{problem}',
    docs: 'Use the same protocol version on both sides, and write nothing else to its channel',
  },
  WORKER_JOURNAL: {
    type: 'INTERNAL',
    message: '{problem}',
    docs: 'Free space for the journal or correct its location; new work is accepted once it can be written',
  },
});

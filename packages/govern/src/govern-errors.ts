import { defineErrors } from '@helve/core';

/** Errors of `govern`, including every reason for which it refuses a call. */
export const governErrors = defineErrors('govern', {
  GOVERN_OPTION_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot create {hook}: {problem}',
    docs: 'Correct the options of this hook',
  },
  GOVERN_STORE_DOWN: {
    type: 'TRANSIENT',
    message: 'Cannot call "{tool}": {hook} got no answer from its store',
    docs: 'Try again later; to let calls pass meanwhile, a host can set `onStoreError` to `allow` where the hook offers it',
  },
  GOVERN_STORE_FULL: {
    type: 'TRANSIENT',
    message: 'Cannot add to the {store} in memory: it holds {count} entries',
    docs: 'Use a store in a database, or raise `maxEntries`',
  },

  GOVERN_UNAUTHENTICATED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": the caller is not authenticated',
    docs: 'Sign in first',
  },
  GOVERN_FORBIDDEN: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": the caller is not allowed to use it',
    docs: 'Ask an administrator for the role or scope that this tool needs',
  },
  GOVERN_MODE_RESTRICTED: {
    type: 'MODE_RESTRICTED',
    message: 'Cannot call "{tool}": it is not allowed in this mode',
    docs: 'Use another tool, or the tool in another mode',
  },
  GOVERN_CONSENT_MISSING: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": nobody has consented to its use',
    docs: 'Ask the person for whom it would run to agree to this tool once',
  },
  GOVERN_CONFIRMATION_REQUIRED: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot call "{tool}": a person must approve this call first',
    docs: 'Show the preview to a person; only their channel can send the token back',
  },
  GOVERN_PENDING_FULL: {
    type: 'RATE_LIMIT',
    message: 'Cannot ask for approval of "{tool}": {count} requests of this caller are waiting for a person already',
    docs: 'Let a person decide on some of them, or wait until they expire',
  },
  GOVERN_ARGUMENTS_NOT_JSON: {
    type: 'VALIDATION',
    message: 'Cannot ask for approval of "{tool}": its arguments are not JSON',
    docs: 'Send arguments that JSON can hold',
  },
  GOVERN_ARGUMENTS_TOO_LONG: {
    type: 'VALIDATION',
    message:
      'Cannot ask for approval of "{tool}": its arguments take {bytes} bytes as JSON, and a person is shown at most {limit}',
    docs: 'Send less in one call, or name the data instead of sending it',
  },
  GOVERN_APPROVAL_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot run approval "{id}": there is no such request',
    docs: 'Look the id up in the list of approvals; requests are forgotten some time after they expire',
  },
  GOVERN_APPROVAL_PENDING: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot run approval "{id}": nobody has decided on it yet',
    docs: 'Approve or reject the request first',
  },
  GOVERN_APPROVAL_REJECTED: {
    type: 'AUTH',
    message: 'Cannot run approval "{id}": it was rejected',
    docs: 'Make the call again to ask anew',
  },
  GOVERN_APPROVAL_OVER: {
    type: 'CONFLICT',
    message: 'Cannot run approval "{id}": it is {state}',
    docs: 'Make the call again to ask anew',
  },

  GOVERN_RATE_LIMITED: {
    type: 'RATE_LIMIT',
    message: 'Cannot call "{tool}": too many calls in this time',
    docs: 'Wait for `retryAfterMs`',
  },
  GOVERN_COST_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot charge for "{tool}": its cost is "{cost}"',
    docs: 'Make `cost` return a finite number of 0 or more',
  },
  GOVERN_COST_OVER_LIMIT: {
    type: 'PERMANENT',
    message: 'Cannot call "{tool}": it costs {cost} units, and the limit is {limit}',
    docs: 'Ask for less in one call',
  },
  GOVERN_BUDGET_EXCEEDED: {
    type: 'BUDGET_EXCEEDED',
    message: 'Cannot call "{tool}": this turn has used its {limit} {category} calls',
    docs: 'Answer with the results so far',
  },
  GOVERN_BUSY: {
    type: 'RATE_LIMIT',
    message: 'Cannot call "{tool}": {problem}',
    docs: 'Wait for `retryAfterMs`',
  },
  GOVERN_LEASE_LOST: {
    type: 'INTERNAL',
    message: 'Cannot guarantee the slot of "{tool}": its lease expired while it was held',
    docs: 'Raise `leaseMs`, or find out why the lease store did not answer in time',
  },

  GOVERN_REDACTION_FAILED: {
    type: 'INTERNAL',
    message: 'Cannot pass on the {side} of "{tool}": it could not be redacted',
    docs: 'Return plain data, and use patterns that do not throw',
  },
  GOVERN_SECRET_MISSING: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": there is no secret "{secret}" for this caller',
    docs: 'Store the secret under this name, or connect the account it belongs to',
  },
  GOVERN_SECRETS_DOWN: {
    type: 'TRANSIENT',
    message: 'Cannot call "{tool}": the source of its secrets does not answer',
    docs: 'Try again later',
  },
  GOVERN_SECRET_PATH: {
    type: 'INTERNAL',
    message: 'Cannot put secret "{secret}" at "{path}" of the input of "{tool}": there is no object to hold it',
    docs: 'Correct the path, or bind the secret to a token',
  },
  GOVERN_KEY_CONFLICT: {
    type: 'CONFLICT',
    message: 'Cannot call "{tool}": its idempotency key was used with other arguments',
    docs: 'Use a new key for a new request',
  },
  GOVERN_KEY_LOST: {
    type: 'CONFLICT',
    message: 'Cannot call "{tool}": the outcome of the first call with this idempotency key is unknown',
    docs: 'Find out whether it took effect, then call with a new key if it did not',
  },
  GOVERN_KEY_TAKEN: {
    type: 'INTERNAL',
    message: 'Cannot store the answer of "{tool}": another call has taken over its idempotency key',
    docs: 'Raise `leaseMs`, or find out why the store did not answer in time',
  },
  GOVERN_KEY_UNBOUND: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": an idempotency key needs a caller or a session it belongs to',
    docs: 'Sign in, or send a session id',
  },
  GOVERN_KEY_ARGUMENTS: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": an idempotency key needs arguments that JSON can hold',
    docs: 'Send plain data',
  },
  GOVERN_INTENT_NOT_STORED: {
    type: 'TRANSIENT',
    message: 'Cannot call "{tool}": the trail cannot be written, so the tool was not run',
    docs: 'Tools that write run only once the trail has their intent; see what is wrong with `helve trail verify`, then call again',
  },
  GOVERN_ATTEMPT_TIMEOUT: {
    type: 'TIMEOUT',
    message: 'Cannot answer for "{tool}": {problem}',
    docs: 'Ask for less, or raise the limit of the tool',
  },
  GOVERN_CIRCUIT_OPEN: {
    type: 'TRANSIENT',
    message: 'Cannot call "{tool}": it has failed too often lately',
    docs: 'Wait for `retryAfterMs`',
  },
  GOVERN_LOOP_IDENTICAL: {
    type: 'LOOP_DETECTED',
    message: 'Cannot call "{tool}": this is call {count} with the same arguments in one turn',
    docs: 'Use the previous answer, change the arguments, or try another tool',
  },
  GOVERN_LOOP_EMPTY: {
    type: 'LOOP_DETECTED',
    message: 'Cannot call "{tool}": it returned nothing {count} times in this turn',
    docs: 'Try another tool, or answer that nothing was found',
  },
  GOVERN_RESULT_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot read result "{handle}": there is no such result for this caller',
    docs: 'Handles expire after a while; make the call again',
  },
  GOVERN_SCHEMA_REQUIRED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": tools without an {side} schema are not allowed here',
    docs: 'Give the tool a schema, or use a preset that is less strict',
  },
  GOVERN_HOST_FORBIDDEN: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": it would reach {host}, which is not allowed here',
    docs: 'Add the host to `allowedHosts`; a tool with remote effects names its hosts in `annotations.hosts`',
  },
});

/** One row of the table of error types. */
interface ErrorTypeRow {
  /** The layer that raises it: the call itself, a gate before the tool, or the tool. */
  readonly layer: 'registry' | 'orchestrator' | 'handler';
  /** True when the same call may succeed later, unless the error itself says otherwise. */
  readonly retryable: boolean;
  readonly httpStatus: number;
  readonly meaning: string;
}

/** Every type of error: the one list behind the enum, the HTTP status, the defaults and the errors page. */
export const errorTypes = Object.freeze({
  VALIDATION: row(
    'registry',
    false,
    400,
    'The arguments do not fit the input schema of the tool; the tool did not run',
  ),
  NOT_FOUND: row('registry', false, 404, 'There is no such tool, or nothing that can run it'),
  INTERNAL: row('registry', false, 500, 'The tool, a hook or the configuration is broken; its author has to act'),
  TIMEOUT: row('registry', false, 504, 'The deadline passed before the tool answered'),
  CANCELLED: row('registry', false, 499, 'The caller hung up before the tool answered'),
  MODE_RESTRICTED: row('orchestrator', false, 403, 'The tool is not allowed in the mode of this session'),
  BUDGET_EXCEEDED: row('orchestrator', false, 403, 'The turn has used up its calls'),
  CONFIRMATION_REQUIRED: row('orchestrator', false, 428, 'A person has to approve this call first'),
  LOOP_DETECTED: row('orchestrator', false, 409, 'The same call keeps coming back; try something else'),
  SESSION_INACTIVE: row('handler', false, 409, 'The session that the tool works on has ended'),
  TRANSIENT: row('handler', true, 503, 'Something the tool needs is down for the moment'),
  PERMANENT: row('handler', false, 422, 'The tool cannot do this, now or later'),
  CONFLICT: row('handler', false, 409, 'The request does not fit the present state of things'),
  AUTH: row('handler', false, 403, 'The caller is not allowed to do this'),
  RATE_LIMIT: row('handler', true, 429, 'Too many calls; wait before the next one'),
});

export type ErrorType = keyof typeof errorTypes;

/** The error types by name. */
export const ErrorType = Object.freeze(Object.fromEntries(Object.keys(errorTypes).map((type) => [type, type]))) as {
  readonly [T in ErrorType]: T;
};

function row(layer: ErrorTypeRow['layer'], retryable: boolean, httpStatus: number, meaning: string): ErrorTypeRow {
  return Object.freeze({ layer, retryable, httpStatus, meaning });
}

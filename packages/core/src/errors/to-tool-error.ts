import { isControl, type ControlAbort, type ControlRetryAfter } from './control.js';
import { coreErrors } from './core-errors.js';
import { errorTypes, type ErrorType } from '../contract/error-type.js';
import { isErrorType } from './is-error-type.js';
import { isToolError, leavesRetryToType, ToolError, wholeMs } from './tool-error.js';

/** The state of a call when something was thrown. */
export interface FailedCall {
  readonly toolId: string;
  readonly requestId: string | number;
  /** True when the tool itself had begun: then it may have changed something. */
  readonly executeBegan: boolean;
  /** True when the tool says that it writes. */
  readonly writes: boolean;
  /** True when running the tool twice does no harm. */
  readonly safe: boolean;
  /** The stage that threw, if one did. */
  readonly stage?: string | undefined;
  /** True when the text of an unforeseen error may leave: on a local terminal, not over a network. */
  readonly exposeMessages?: boolean | undefined;
}

/** The facts of an error. */
export type ErrorFacts = Pick<
  ToolError,
  'type' | 'message' | 'code' | 'retryable' | 'retryAfterMs' | 'partialSideEffects' | 'details'
>;

/** Whatever ended a call, as a `ToolError`; the text of an unforeseen error stays inside unless it may leave. */
export function toToolError(thrown: unknown, call: FailedCall): ToolError {
  const facts = toErrorFacts(thrown, call);
  return isToolError(facts) ? facts : new ToolError(facts.type, facts.message, facts);
}

/** Reads only the facts of an error: a refusal has no stack, and to note one takes longer than ten calls. */
export function toErrorFacts(thrown: unknown, call: FailedCall): ErrorFacts {
  if (call.stage === 'willAudit' && !isControl(thrown)) return notRecorded(thrown, call);
  if (isToolError(thrown)) return fromToolError(thrown, call);
  if (isAbort(thrown)) return fromAbort(thrown, call);
  if (isControl(thrown) && thrown.kind === 'retryAfter') return fromRetryAfter(thrown, call);
  return fromUnknown(thrown, call);
}

/** Whatever the trail says of itself: the caller has to know that the tool may have done its work. */
function notRecorded(cause: unknown, call: FailedCall): ToolError {
  const facts = { tool: call.toolId, request: call.requestId };
  return coreErrors.create('CALL_NOT_RECORDED', facts, { cause, partialSideEffects: mayHaveWritten(call) });
}

/** One that another copy of this package made is looked at twice: a refusal has to say why. */
function isAbort(thrown: unknown): thrown is ControlAbort {
  return isControl(thrown) && thrown.kind === 'abort' && typeof thrown.reason === 'string' && thrown.reason !== '';
}

/** A cancel and a deadline know only now what the tool may have done. */
function fromToolError(error: ToolError, call: FailedCall): ToolError {
  const ended = error.code === 'CALL_CANCELLED' || error.code === 'CALL_DEADLINE_EXCEEDED';
  const retryable = leavesRetryToType(error) ? isRetryable(error.type, call) : error.retryable;
  if (!ended && retryable === error.retryable) return error;
  const { type, message, code, details, cause, retryAfterMs } = error;
  const partialSideEffects = ended ? mayHaveWritten(call) : error.partialSideEffects;
  return new ToolError(type, message, { code, details, cause, retryable, retryAfterMs, partialSideEffects });
}

/** Trying again after a timeout does no harm where running twice does none. */
function isRetryable(type: ErrorType, { safe }: FailedCall): boolean {
  return type === 'TIMEOUT' ? safe : errorTypes[type].retryable;
}

function fromAbort({ reason, code, httpStatus, details }: ControlAbort, call: FailedCall): ErrorFacts {
  const said = details?.['partialSideEffects'];
  const retryAfterMs = details?.['retryAfterMs'];
  const type = abortType(code, httpStatus, call.stage);
  const retryable = isRetryable(type, call);
  return {
    type,
    message: reason,
    code: isErrorType(code) ? undefined : code,
    retryable,
    retryAfterMs: retryable && typeof retryAfterMs === 'number' ? wholeMs(retryAfterMs) : undefined,
    partialSideEffects: typeof said === 'boolean' ? said && call.executeBegan : mayHaveWritten(call),
    details: details === undefined || Object.keys(details).length === 0 ? undefined : details,
  };
}

function fromRetryAfter({ ms, reason }: ControlRetryAfter, call: FailedCall): ErrorFacts {
  return {
    type: 'RATE_LIMIT',
    message: reason ?? `Cannot call "${call.toolId}" now: try again in ${Math.ceil(ms)} ms`,
    code: undefined,
    retryable: isRetryable('RATE_LIMIT', call),
    retryAfterMs: wholeMs(ms),
    partialSideEffects: mayHaveWritten(call),
    details: undefined,
  };
}

function fromUnknown(thrown: unknown, call: FailedCall): ToolError {
  const facts = { tool: call.toolId, request: call.requestId };
  return coreErrors.create('CALL_TOOL_FAILED', facts, {
    cause: thrown,
    partialSideEffects: call.executeBegan,
    ...(call.exposeMessages === true ? { details: { reason: messageOf(thrown) } } : {}),
  });
}

function mayHaveWritten({ executeBegan, writes }: FailedCall): boolean {
  return executeBegan && writes;
}

const byStatus: { readonly [status: number]: ErrorType } = {
  400: 'VALIDATION',
  401: 'AUTH',
  403: 'AUTH',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'CONFLICT',
  422: 'VALIDATION',
  429: 'RATE_LIMIT',
  504: 'TIMEOUT',
};

const byStage: { readonly [stage: string]: ErrorType } = {
  willAuthorize: 'AUTH',
  willCheckConsent: 'AUTH',
  willCheckFeatureFlags: 'NOT_FOUND',
  willParseInput: 'VALIDATION',
  willValidateInput: 'VALIDATION',
  willNormalizeInput: 'VALIDATION',
  willRedactInput: 'VALIDATION',
  willInjectSecrets: 'VALIDATION',
};

function abortType(code: string | undefined, status: number | undefined, stage: string | undefined): ErrorType {
  if (isErrorType(code)) return code;
  const known =
    status === undefined ? undefined : (byStatus[status] ?? (isServerError(status) ? 'TRANSIENT' : undefined));
  return known ?? byStage[stage ?? ''] ?? 'PERMANENT';
}

function isServerError(status: number): boolean {
  return status >= 500 && status < 600;
}

function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'a value that cannot be printed';
  }
}

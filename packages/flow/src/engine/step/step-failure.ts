import { isToolError, type ErrorType } from '@helve/core';
import { FlowError, flowErrors } from '../../flow-errors.js';

/** Where a step failed. */
export interface FailureLocation {
  readonly document: string;
  readonly node: string;
  readonly tool: string;
  readonly block?: string | undefined;
}

/** A tool that breaks its own contract is never skipped over. */
const breaches: ReadonlySet<string | undefined> = new Set([
  'FLOW_IMMUTABLE',
  'FLOW_UNDECLARED_PORT',
  'FLOW_SHAPE',
  'FLOW_STRUCTURE',
]);
/** These say already what happened and where. */
const speaking: ReadonlySet<string | undefined> = new Set([
  ...breaches,
  'FLOW_EDIT_REJECTED',
  'FLOW_LIMIT',
  'FLOW_STEP_FAILED',
  'FLOW_CANCELLED',
]);

/** True for an error in the tool itself, to which no error policy applies. */
export function isBreach(error: unknown): boolean {
  return error instanceof FlowError && breaches.has(error.code);
}

/** Whatever a tool threw, as the error of this room that names document, step and block. */
export function stepFailure(location: FailureLocation, cause: unknown): FlowError {
  if (cause instanceof FlowError && speaking.has(cause.code)) return cause;
  const { document, node, tool, block } = location;
  const facts = { document, node, tool, block: block ?? '-', problem: toProblem(cause) };
  const base = flowErrors.create('FLOW_STEP_FAILED', facts);
  const type: ErrorType = isToolError(cause) ? cause.type : base.type;
  return new FlowError(type, base.message, {
    code: base.code,
    cause,
    retryable: isToolError(cause) && cause.retryable,
    details: { ...base.details, document, node, tool, ...(block === undefined ? {} : { block }) },
  });
}

function toProblem(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message || cause.name : `it threw ${String(cause)}`;
  } catch {
    return 'it threw a value that cannot be printed';
  }
}

/** The error of a run that somebody stopped. */
export function cancelled(): FlowError {
  return flowErrors.create('FLOW_CANCELLED', {});
}

import { errorTypes, isPlainObject, mcpTextOf, mcpValueOf, ToolError, type ErrorType } from '@helve/core';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CapabilityError } from '../error/capability-error.js';

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

/** Where a server of ours puts the facts of a failure, beside the text that every client reads. */
const ERROR_META_KEY = 'helve/error';

/** What a tool of a server gave; its failure is thrown. */
export function valueOf(name: string, result: CallToolResult): unknown {
  if (result.isError === true) throw failureOf(name, result);
  return mcpValueOf(result);
}

/** A failure keeps its kind where the server says it in our own words; else it is the text of the tool. */
function failureOf(name: string, result: CallToolResult): Error {
  const text = mcpTextOf(result) || `Tool "${name}" failed`;
  const facts = result['_meta']?.[ERROR_META_KEY];
  if (!isPlainObject(facts) || !isErrorType(facts['type'])) return new CapabilityFatalError(text);
  const { retryAfterMs, issues } = facts;
  return new ToolError(facts['type'], text, {
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    ...(issues === undefined ? {} : { details: { issues } }),
  });
}

function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(errorTypes, value);
}

/** What went wrong on the way to a tool, as an error of this room. */
export function mcpError(name: string, cause: unknown): CapabilityError {
  const message = `Cannot call tool "${name}": ${cause instanceof Error ? cause.message : String(cause)}`;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === INVALID_PARAMS) return new CapabilityInputError(message, { fieldsInvalid: ['args'], cause });
  if (code === METHOD_NOT_FOUND) return new CapabilityInputError(message, { fieldsInvalid: ['action'], cause });
  return new CapabilityFatalError(message, { cause });
}

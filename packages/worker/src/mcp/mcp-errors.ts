import { mcpFailureOf, mcpTextOf, mcpValueOf } from '@helve/core';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CapabilityError } from '../error/capability-error.js';

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

/** Returns the value of a tool result; throws when the tool failed. */
export function toValue(name: string, result: CallToolResult): unknown {
  if (result.isError === true) {
    throw mcpFailureOf(result) ?? new CapabilityFatalError(mcpTextOf(result) || `Tool "${name}" failed`);
  }
  return mcpValueOf(result);
}

/** Converts a failure on the way to a tool. */
export function mcpError(name: string, cause: unknown): CapabilityError {
  const message = `Cannot call tool "${name}": ${cause instanceof Error ? cause.message : String(cause)}`;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === INVALID_PARAMS) return new CapabilityInputError(message, { fieldsInvalid: ['args'], cause });
  if (code === METHOD_NOT_FOUND) return new CapabilityInputError(message, { fieldsInvalid: ['action'], cause });
  return new CapabilityFatalError(message, { cause });
}

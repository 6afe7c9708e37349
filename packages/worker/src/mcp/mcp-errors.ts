import type { CallToolResult } from '@modelcontextprotocol/client';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CapabilityError } from '../error/capability-error.js';

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

/** What a tool of a server gave: its structured content, else its only text, else all its content. */
export function valueOf(name: string, result: CallToolResult): unknown {
  if (result.isError === true) throw new CapabilityFatalError(textOf(result) || `Tool "${name}" failed`);
  if (result.structuredContent !== undefined) return result.structuredContent;
  const { content } = result;
  const [only] = content;
  return content.length === 1 && only?.type === 'text' ? only.text : content;
}

function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** What went wrong on the way to a tool, as an error of this room. */
export function mcpError(name: string, cause: unknown): CapabilityError {
  const message = `Cannot call tool "${name}": ${cause instanceof Error ? cause.message : String(cause)}`;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === INVALID_PARAMS) return new CapabilityInputError(message, { fieldsInvalid: ['args'], cause });
  if (code === METHOD_NOT_FOUND) return new CapabilityInputError(message, { fieldsInvalid: ['action'], cause });
  return new CapabilityFatalError(message, { cause });
}

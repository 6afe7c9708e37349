import { defineTool, type ToolRecord } from '@helve/core';
import { aPort, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { partitionOf } from '../partition.js';
import type { ResultStore } from '../port/result-store.js';

export const RESULT_READ = 'result_read';

const inputSchema = {
  type: 'object',
  properties: {
    handle: { type: 'string', minLength: 1, description: 'Handle that came with the beginning of the result' },
    offset: { type: 'integer', minimum: 0, default: 0, description: 'Offset to start at, in characters' },
    length: {
      type: 'integer',
      minimum: 1,
      maximum: 65_536,
      default: 16_384,
      description: 'Maximum number of characters to read',
    },
  },
  required: ['handle'],
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    offset: { type: 'integer' },
    total: { type: 'integer' },
    nextOffset: { type: ['integer', 'null'] },
  },
  required: ['text', 'offset', 'total', 'nextOffset'],
} as const;

/** Creates the tool that reads what `resultCap` cut off; only the caller of a result can read it. */
export function createResultRead(options: { readonly store: ResultStore }): ToolRecord {
  const { store } = checkHookOptions('createResultRead', options, { store: required(aPort('put', 'read')) });
  return defineTool({
    id: RESULT_READ,
    description: 'Reads the next part of a result that was too large to return at once',
    inputSchema,
    outputSchema,
    policy: { category: 'utility', sideEffects: 'read_only', idempotent: true },
    async execute({ handle, offset = 0, length = 16_384 }, ctx) {
      const owner = partitionOf(ctx);
      const piece = owner === undefined ? undefined : await store.read(handle, owner, offset, length, ctx.now());
      if (piece === undefined) throw governErrors.create('GOVERN_RESULT_UNKNOWN', { handle });
      const text = wholeCharacters(piece.text);
      const end = offset + text.length;
      return { text, offset, total: piece.total, nextOffset: end < piece.total ? end : null };
    },
  });
}

/** Leaves half a character at the end to the next piece. */
function wholeCharacters(text: string): string {
  return text.length > 1 ? text.replace(/[\ud800-\udbff]$/, '') : text;
}

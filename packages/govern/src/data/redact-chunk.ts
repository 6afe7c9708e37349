import type { Redactor, ToolInvokeContext } from '@helve/core';
import { redactOrFail } from './redaction.js';

/** Redacts the chunks of a stream, one after another. */
export type RedactChunk = (chunk: unknown, ctx: ToolInvokeContext, redactor: Redactor | undefined) => unknown;

/**
 * Creates a redactor of chunks. Sensitive text may span two chunks: text that could continue is held back until it is whole.
 * The rest comes with the final output, which is redacted as a whole.
 */
export function createRedactChunk(): RedactChunk {
  const key = Symbol('held back');
  return (chunk, ctx, redactor) => {
    if (redactor === undefined) return chunk;
    if (typeof chunk !== 'string') return redactOrFail(ctx, 'output', redactor, chunk);
    const text = ((ctx.data.get(key) ?? '') as string) + chunk;
    const cut = text.length - redactor.openEnd(text);
    ctx.data.set(key, text.slice(cut));
    return redactor.redactText(text.slice(0, cut));
  };
}

import { markedFields, type Redactor, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aBoolean, aListOfTexts } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { priorities } from '../priorities.js';
import { createRedactChunk } from './redact-chunk.js';
import { redactionChecks, redactOrFail, toRedactor, type RedactionOptions } from './redaction.js';
import { scrubError, scrubOutput, secretRedactor } from './scrub-secrets.js';

export interface RedactOutputOptions extends RedactionOptions {
  /** Callers with one of these roles see everything but the secrets of the call. */
  readonly roles?: readonly string[];
  /** Removes fields that the output schema marks `x-sensitive` or `writeOnly`. Default: true. */
  readonly marked?: boolean;
}

/**
 * Removes from the output what this caller must not see, and the secrets of the call, whoever the caller is.
 * Marked fields are removed if the schema allows it, and masked if not.
 */
export function redactOutput(options: RedactOutputOptions = {}): ToolHook {
  const checked = checkHookOptions('redactOutput', options, {
    ...redactionChecks,
    roles: aListOfTexts,
    marked: aBoolean,
  });
  const { roles = [], marked = true, mode } = checked;
  const redactor = toRedactor('redactOutput', checked);
  const redactChunk = createRedactChunk();
  const redactSecretChunk = createRedactChunk();
  const count = Symbol('chunks');
  // Without rules of its own there is nothing to visit.
  const hasRules = [checked.paths, checked.patterns, checked.keys].some((rules = []) => rules.length > 0);

  const byRules = (ctx: ToolInvokeContext, value: unknown) =>
    hasRules ? redactOrFail(ctx, 'output', redactor, value) : value;
  const seesAll = ({ user }: ToolInvokeContext) => roles.some((role) => user.roles?.includes(role) === true);
  const withoutMarked = (ctx: ToolInvokeContext, value: unknown) => {
    const { optional, required } = markedFields(value, marked ? ctx.tool.outputSchema : undefined, 'output');
    if (optional.length === 0 && required.length === 0) return value;
    const removed = redactPaths(ctx, optional, mode ?? 'remove', value);
    return redactPaths(ctx, required, mode ?? 'mask', removed);
  };
  const redactPaths = (
    ctx: ToolInvokeContext,
    paths: readonly string[],
    pathMode: NonNullable<RedactionOptions['mode']>,
    value: unknown,
  ) => {
    if (paths.length === 0) return value;
    const { salt } = checked;
    const own = toRedactor('redactOutput', { paths, mode: pathMode, ...(salt === undefined ? {} : { salt }) });
    return redactOrFail(ctx, 'output', own, value);
  };
  /** A chunk stands in the output at its index, unless the stream returns something else: both are checked. */
  const redactItem = (ctx: ToolInvokeContext, chunk: unknown, index: number): unknown => {
    const list: unknown[] = [];
    list[index] = withoutMarked(ctx, byRules(ctx, chunk));
    const inList = withoutMarked(ctx, byRules(ctx, list));
    return Array.isArray(inList) ? (inList[index] as unknown) : inList;
  };

  return {
    name: 'redactOutput',
    priority: () => priorities.redactOutput,
    willRedactOutput(ctx) {
      scrubOutput(ctx);
      if (seesAll(ctx)) return;
      const { output } = ctx;
      const value = withoutMarked(ctx, byRules(ctx, output));
      if (value !== output) ctx.output = value;
    },
    redactChunk(chunk, ctx) {
      const index = (ctx.data.get(count) ?? 0) as number;
      ctx.data.set(count, index + 1);
      const clean = redactSecretChunk(chunk, ctx, secretRedactor(ctx));
      if (seesAll(ctx)) return clean;
      if (typeof clean === 'object' && clean !== null) return redactItem(ctx, clean, index);
      return redactChunk(clean, ctx, patternsOnly(redactor, checked));
    },
    onError: scrubError,
  };
}

/** Returns the redactor of texts; without patterns no text can be sensitive, and nothing has to be held back. */
function patternsOnly(redactor: Redactor, { patterns = [] }: RedactionOptions): Redactor | undefined {
  return patterns.length === 0 ? undefined : redactor;
}

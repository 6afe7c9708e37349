import { isPlainObject, type ToolHook } from '@helve/core';

/** Minimum length, since shorter terms occur in many ordinary words of a report. */
const SHORTEST_TERM = 4;

/**
 * Makes a secret of the private data that rules of a redaction name. A flow or config that came with a call is kept
 * with the call, before it runs and after, and must not say what it takes out.
 */
export const hideRedactedTerms: ToolHook = Object.freeze<ToolHook>({
  name: 'hideRedactedTerms',
  willRedactInput: (ctx) => {
    const { flow, config } = isPlainObject(ctx.input) ? ctx.input : {};
    for (const term of [...redactedTerms(flow), ...redactedTerms(config)]) ctx.addSecret(term);
  },
});

function redactedTerms(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(redactedTerms);
  if (!isPlainObject(value)) return [];
  const { term, category } = value;
  const own = typeof term === 'string' && typeof category === 'string' && term.length >= SHORTEST_TERM ? [term] : [];
  return [...own, ...Object.values(value).flatMap(redactedTerms)];
}

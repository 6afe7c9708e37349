import type { EmptyDocument } from '../generate/generate-document.js';
import type { JsonOptions } from './options.js';

/** The empty document of new JSON files: an object, or an array for blocks that are its elements. */
export function emptyJson({ blocks: [first], options, ctx }: EmptyDocument<JsonOptions>): string {
  const isElement = first?.skeleton?.format === 'json' && /^\/0(?:\/|$)/u.test(first.id);
  const { languageKey, entries } = options;
  const language = languageKey === '' ? {} : { [languageKey]: ctx.targetLocale ?? ctx.sourceLocale };
  const list = listKey(entries);
  if (isElement) return '[]\n';
  return `${JSON.stringify({ ...language, ...(list === undefined ? {} : { [list]: [] }) }, undefined, 2)}\n`;
}

/** Key at the root of the list that entries with names of their own are in. */
function listKey([rule]: JsonOptions['entries']): string | undefined {
  const [key = '', rest] = rule?.match.split('.') ?? [];
  return rule?.id !== undefined && rest === '*' && !/[*?]/u.test(key) ? key : undefined;
}

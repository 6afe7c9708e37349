import { editText, type Finding, type Side } from '@helve/flow';
import { textMap } from '@helve/flow/content';
import type { LocatedUnit } from '../check/unit-range.js';

/**
 * Creates the fix that replaces a word, from UTF-16 indexes; undefined if the old word contains inline codes, since
 * their position in the new one is unknown.
 */
export function replaceFix(
  { runs, path }: LocatedUnit,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
  side: Side,
): { readonly fix?: NonNullable<Finding['fix']> } {
  const map = textMap(runs);
  const replacement = { start: map.fromIndex(start), end: map.fromIndex(end), text };
  const span = map.span(replacement.start, replacement.end);
  if (span.end - span.start !== replacement.end - replacement.start) return {};
  const { edits = [] } = editText(runs, undefined, [replacement]);
  return { fix: { variant: side, edits: edits.map((edit) => (path.length === 0 ? edit : { ...edit, path })) } };
}

import { headText } from '../text/head-text.js';
import { sniffJson } from '../json/sniff.js';

const suffixed = /"([^"\\]+)_(zero|one|two|few|many|other)"\s*:\s*"/gu;
const icuArgument = /\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,/u;

/**
 * Scores how much the first bytes look like i18next: nested keys `$t(…)`, or keys that differ in their plural suffix
 * only. Double braces say nothing, since a form of an ICU message may begin with an argument.
 */
export function sniffI18next(head: Uint8Array): number {
  if (sniffJson(head) < 0.8) return 0;
  const text = headText(head);
  if (/":\s*"[^"\n]*\$t\(/u.test(text)) return 0.9;
  return !icuArgument.test(text) && hasPluralKeys(text) ? 0.9 : 0;
}

function hasPluralKeys(text: string): boolean {
  const suffixes = new Map<string, Set<string>>();
  for (const [, stem = '', suffix = ''] of text.matchAll(suffixed)) {
    suffixes.set(stem, (suffixes.get(stem) ?? new Set()).add(suffix));
  }
  return [...suffixes.values()].some((forms) => forms.has('other') && forms.size > 1);
}

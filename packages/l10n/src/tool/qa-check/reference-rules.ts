import { dataText } from '@helve/flow/content';
import { allOfSource, allOfTarget, inSource, toDraft, type PairRule, type QaPair } from './qa-pair.js';
import type { QaRule } from './qa-rules.js';

const url = /\bhttps?:\/\/[\p{L}\p{N}][^\s<>"'`“”„«»\uFFFC]*[^\s<>"'`“”„«»\uFFFC.,;:!?)\]]/gu;
/** An e-mail address, unless it stands for that of the reader: "you@example.com". */
const email = /(?<![\w.+-])(?!(?:you|your[\w.-]*|me|name|user|username|someone)@)[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const option = /(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])/g;
/** Paths of a file system; a path of a web site is often an example, and translated. */
const path =
  /(?<![\w/:.<>@])(?:~|\/(?:etc|usr|var|bin|sbin|home|opt|tmp|dev|proc|sys|lib|lib64|run|mnt|srv|boot|root))(?:\/[\w.+-]+)+|(?<![\w/])[A-Z]:\\[\w\\.+-]+/g;

/** Checks that every URL of the source is in the target; its language may differ, and a page of its own may replace it. */
export const checkUrls: PairRule = (pair, found) => {
  // Addresses in the attributes of tags count as well.
  const [source, target] = [dataText(pair.source), dataText(pair.target)];
  if (source.includes('://')) addLost(pair, { source, target }, 'qa.url', 'URL', url, withoutLanguage, found);
};

/** Checks that every e-mail address of the source is in the target, unless an address of its own replaces it. */
export const checkEmails: PairRule = (pair, found) => {
  if (!pair.sourceText.includes('@')) return;
  const texts = { source: pair.sourceText, target: pair.targetText };
  addLost(pair, texts, 'qa.email', 'e-mail address', email, String, found);
};

/** Checks that the options and paths of the source are in the target. */
export const checkOptions: PairRule = (pair, found) => {
  if (pair.sourceText.includes('--')) addMissing(pair, 'qa.option', 'option', option, found);
  if (pair.sourceText.includes('/') && !pair.sourceText.includes('://'))
    addMissing(pair, 'qa.path', 'path', path, found);
};

type Found = Parameters<PairRule>[1];

function addMissing(pair: QaPair, rule: QaRule, name: string, pattern: RegExp, found: Found): void {
  const told = new Set<string>();
  for (const [match] of pair.sourceText.matchAll(pattern)) {
    // A full stop, or the dots of something left out.
    const text = match.replace(/[/.]+$/, '');
    if (pair.targetText.includes(text) || told.has(text)) continue;
    told.add(text);
    found.push(lostReference(pair, rule, name, text));
  }
}

/** Reports references that are gone, or changed in a few letters; one that is quite another was replaced on purpose. */
function addLost(
  pair: QaPair,
  texts: { readonly source: string; readonly target: string },
  rule: QaRule,
  name: string,
  pattern: RegExp,
  normalize: (text: string) => string,
  found: Found,
): void {
  const given = Array.from(texts.target.matchAll(pattern), ([text]) => normalize(text));
  const missing = Array.from(texts.source.matchAll(pattern), ([text]) => text).filter((text) => {
    const at = given.indexOf(normalize(text));
    if (at >= 0) given.splice(at, 1);
    return at < 0 && !texts.target.includes(text);
  });
  for (const text of missing) {
    const isReplaced = given.length >= missing.length && !given.some((other) => isNear(normalize(text), other));
    if (!isReplaced) found.push(lostReference(pair, rule, name, text));
  }
}

/** True when two texts differ in at most three letters in a row. */
function isNear(one: string, other: string): boolean {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  let end = 0;
  const rest = Math.min(one.length, other.length) - start;
  while (end < rest && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end <= 3;
}

function lostReference(pair: QaPair, rule: QaRule, name: string, text: string) {
  const at = pair.sourceText.indexOf(text);
  return toDraft(pair, rule, `The ${name} "${text}" of the source is missing`, {
    range: allOfTarget(pair),
    source: at < 0 ? allOfSource(pair) : inSource(pair, at, at + text.length),
    subject: text,
    suggestion: `Add "${text}"`,
  });
}

/** Removes the language: `https://fr.example.org/fr-FR/page` becomes `https://example.org/page`. */
function withoutLanguage(address: string): string {
  return address
    .replace(/^https?:\/\/(?:[a-z]{2,3}\.)?/, '')
    .replaceAll(/[/.][a-z]{2,3}(?:[_-][A-Za-z]{2,4})?(?=\/|$|\.html?\b)/g, '')
    .replace(/\/$/, '');
}

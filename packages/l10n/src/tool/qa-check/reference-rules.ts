import { dataText } from '@helve/flow/content';
import { allOfSource, allOfTarget, inSource, toDraft, type PairRule, type QaPair } from './qa-pair.js';
import { hasExample } from './number/loose-number.js';
import type { QaRule } from './qa-rules.js';

const url = /\bhttps?:\/\/[\p{L}\p{N}][^\s<>"'`“”„«»\uFFFC]*[^\s<>"'`“”„«»\uFFFC.,;:!?)\]]/gu;
/** An e-mail address, unless it stands for that of the reader: "you@example.com". */
const email = /(?<![\w.+-])(?!(?:you|your[\w.-]*|me|name|user|username|someone)@)[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** A host of a well-known top-level domain; others look like names of files. */
const bareHost = /(?<![\w.@/:-])(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info)(?![\w@-]|\.\w)/g;
const option = /(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])/g;
/** Paths of a file system; a path of a web site is often an example, and translated. */
const path =
  /(?<![\w/:.<>@])(?:~|\/(?:etc|usr|var|bin|sbin|home|opt|tmp|dev|proc|sys|lib|lib64|run|mnt|srv|boot|root))(?:\/[\w.+-]+)+|(?<![\w/])[A-Z]:\\[\w\\.+-]+/g;

/** Rule by which references of one kind are found and compared. */
interface ReferenceKind {
  readonly rule: QaRule;
  readonly name: string;
  readonly pattern: RegExp;
  /** Removes what a translation may change. */
  readonly normalize: (text: string) => string;
  /** True when a translation may have the other in place of the one. */
  readonly mayReplace: (one: string, other: string) => boolean;
}

const urls: ReferenceKind = {
  rule: 'qa.url',
  name: 'URL',
  pattern: url,
  normalize: withoutLanguage,
  mayReplace: isSameSite,
};

const emails: ReferenceKind = {
  rule: 'qa.email',
  name: 'e-mail address',
  pattern: email,
  normalize: String,
  mayReplace: () => true,
};

/**
 * Checks that every URL and every host of the source is in the target. Its language may differ, and another page of the
 * same site may replace it; another site is an error.
 */
export const checkUrls: PairRule = (pair, found) => {
  // Addresses in the attributes of tags count as well.
  const [source, target] = [dataText(pair.source), dataText(pair.target)];
  if (source.includes('://')) addLost(pair, { source, target }, urls, found);
  if (source.includes('.')) addChangedHosts(pair, source, target, found);
};

/** Reports hosts without a protocol in the place of which the target has another. */
function addChangedHosts(pair: QaPair, source: string, target: string, found: Found): void {
  const hosts = new Set(Array.from(source.matchAll(bareHost), ([text]) => text));
  if (hosts.size === 0) return;
  const given = Array.from(target.matchAll(bareHost), ([text]) => text).filter((text) => !source.includes(text));
  for (const host of hosts) {
    if (target.includes(host) || given.length === 0 || given.some((other) => isSameSite(host, other))) continue;
    const severity = hasExample(pair.sourceText) ? 'minor' : 'major';
    found.push({ ...lostReference(pair, 'qa.url', 'host', host), severity });
  }
}

/** Checks that every e-mail address of the source is in the target, unless an address of its own replaces it. */
export const checkEmails: PairRule = (pair, found) => {
  if (!pair.sourceText.includes('@')) return;
  const texts = { source: pair.sourceText, target: pair.targetText };
  addLost(pair, texts, emails, found);
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

/**
 * Reports references that are gone, changed in a few letters, or replaced by one of another site; any other was replaced
 * on purpose.
 */
function addLost(
  pair: QaPair,
  texts: { readonly source: string; readonly target: string },
  { rule, name, pattern, normalize, mayReplace }: ReferenceKind,
  found: Found,
): void {
  const given = Array.from(texts.target.matchAll(pattern), ([text]) => text);
  const missing = Array.from(texts.source.matchAll(pattern), ([text]) => text).filter((text) => {
    const at = given.findIndex((other) => normalize(other) === normalize(text) && mayReplace(text, other));
    if (at >= 0) given.splice(at, 1);
    return at < 0 && !texts.target.includes(text);
  });
  for (const text of missing) {
    const isFull = given.length >= missing.length;
    const isForeign = isFull && !given.some((other) => mayReplace(text, other));
    const isReplaced = isFull && !isForeign && !given.some((other) => isNear(normalize(text), normalize(other)));
    if (!isReplaced)
      found.push({ ...lostReference(pair, rule, name, text), ...(isForeign ? { severity: 'major' } : {}) });
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
    .replace(/^https?:\/\/(?:(?!ww)[a-z]{2}(?:-[a-z]{2})?\.)?/, '')
    .replace(/\.(?:com?|org?|net?|gov|ac|edu)(?=\.[a-z]{2}(?:\/|$))/, '')
    .replaceAll(/[/.][a-z]{2}(?:[_-][A-Za-z]{2,4})?(?=\/|$|\.html?\b)/g, '')
    .replace(/\/$/, '');
}

/** Second level of domains such as `co.uk`. */
const shared = new Set(['co', 'com', 'org', 'net', 'gov', 'ac', 'edu', 'or', 'ne']);

/** True when two addresses belong to one owner: `example.org`, `de.example.org` and `example.de`, not `example.com`. */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [siteOf(one), siteOf(other)];
  if (first.name !== second.name) return false;
  return first.top === second.top || /^[a-z]{2}$/.test(first.top) || /^[a-z]{2}$/.test(second.top);
}

function siteOf(address: string): { readonly name: string; readonly top: string } {
  const [authority = ''] = address.replace(/^https?:\/\//, '').split(/[/?#]/);
  const host = authority.replace(/^.*@/, '').replace(/:\d*$/, '').toLowerCase();
  const labels = host.split('.');
  const top = labels.pop() ?? '';
  const last = labels.pop() ?? '';
  const name = top.length === 2 && shared.has(last) ? (labels.pop() ?? last) : last;
  return { name, top };
}

import { hasExample } from './number/loose-number.js';
import { allOfTarget, inSource, toDraft, type PairRule, type QaPair } from './qa-pair.js';

const extensions =
  'json|md|txt|conf|cfg|ini|xml|ya?ml|toml|html?|css|js|ts|py|sh|exe|dll|po|csv|log|zip|gz|png|jpe?g|svg|pdf|deb|rpm';
const fileName = new RegExp(String.raw`(?<![\p{L}\p{N}_./@*-])[\w-]+\.(?:${extensions})(?![\p{L}\p{N}_-]|\.\w)`, 'gu');
const capitals = /(?<![\w$-])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9](?![\w-])/g;
const inlineCode = /(?<!`)(`{1,2})(?<code>[^`\n]+)\1(?!`)/g;
const shortcut = /\b(?:Ctrl|Control|Alt|Shift|Cmd|Super|Meta)\+(?:[A-Z][a-z]+\+)*(?:[A-Z0-9]|F\d{1,2})(?![\w+])/g;

/** Lines that list options, in which people translate names that stand for a value. */
const usage = /^ {2}|(?:^|\n)\s*-|\busage:/i;

/** Reports names of files, names in capitals and inline code that the target has in another spelling. */
export const checkNames: PairRule = (pair, found) => {
  const { sourceText } = pair;
  if (!/\w\.[a-z]|[_`]/.test(sourceText)) return;
  const isSentence = !usage.test(sourceText) && !hasExample(sourceText);
  if (/\w\.[a-z]/.test(sourceText) && isSentence) addChanged(pair, 'file name', fileName, hasSameEnd, found);
  if (sourceText.includes('_') && isSentence) addChanged(pair, 'name', capitals, isNear, found);
  if (sourceText.includes('`')) addChanged(pair, 'code', inlineCode, isMistyped, found);
};

/** Reports keys of a shortcut that are others in the target; modifiers have names in other languages. */
export const checkShortcuts: PairRule = (pair, found) => {
  if (!pair.sourceText.includes('+')) return;
  const keyOf = (text: string) => text.slice(text.lastIndexOf('+') + 1);
  const given = new Set(Array.from(pair.targetText.matchAll(/\+\s?([A-Z0-9]|F\d{1,2})(?![\w+])/g), ([, key]) => key));
  for (const [text] of pair.sourceText.matchAll(shortcut)) {
    if (given.size === 0 || given.has(keyOf(text))) continue;
    const message = `The target has another key than the shortcut "${text}" of the source`;
    found.push(toDraft(pair, 'qa.shortcut', message, { range: allOfTarget(pair), subject: text }));
  }
};

/** Reports texts of the source that are not in the target, where the target has one that is meant to be it. */
function addChanged(
  pair: QaPair,
  kind: string,
  pattern: RegExp,
  isMeant: (wanted: string, actual: string) => boolean,
  found: Parameters<PairRule>[1],
): void {
  const list = (text: string) => Array.from(text.matchAll(pattern), ({ 0: all, groups }) => groups?.['code'] ?? all);
  const wanted = list(pair.sourceText);
  if (wanted.length === 0) return;
  const given = list(pair.targetText);
  const others = given.filter((text) => !pair.sourceText.includes(text));
  for (const text of new Set(wanted)) {
    const actual = given.includes(text) ? undefined : others.find((other) => isMeant(text, other));
    if (actual === undefined) continue;
    const at = pair.sourceText.indexOf(text);
    found.push(
      toDraft(pair, 'qa.name', `The ${kind} "${text}" of the source is "${actual}" in the target`, {
        range: allOfTarget(pair),
        source: inSource(pair, at, at + text.length),
        subject: text,
        suggestion: `Write "${text}"`,
      }),
    );
  }
}

function hasSameEnd(one: string, other: string): boolean {
  return one.slice(one.lastIndexOf('.')) === other.slice(other.lastIndexOf('.'));
}

/** A command, a name or a path; anything else between the signs may have words for people in it. */
const plainCode = /^(?=.{4})[\w./:@=-]+(?: [\w./:@=-]+)*$/;

/** True for code with a letter or two more, fewer or changed, and not just a word of the language. */
function isMistyped(one: string, other: string): boolean {
  if (!plainCode.test(one) || !plainCode.test(other) || !/[\p{Lu}\d_./:= -]/u.test(one)) return false;
  return differing(one, other) <= 2;
}

/** True when two names differ in one letter. */
function isNear(one: string, other: string): boolean {
  return differing(one, other) <= 1;
}

/** Counts the letters between the equal start and the equal end of two texts. */
function differing(one: string, other: string): number {
  let [start, end] = [0, 0];
  while (start < one.length && one[start] === other[start]) start += 1;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end;
}

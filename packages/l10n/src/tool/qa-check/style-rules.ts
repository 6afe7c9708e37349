import { countOf } from '@helve/core';
import { allOfTarget, inSource, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Switches of the rules about style. */
export interface StyleOptions {
  readonly checkEndPunctuation: boolean;
  readonly checkQuotes: boolean;
  readonly checkUrls: boolean;
  readonly accelerator: string;
}

/** Lists the rules that a project enables. */
export function styleRules(options: StyleOptions): readonly PairRule[] {
  return [
    ...(options.checkEndPunctuation ? [checkEndPunctuation] : []),
    ...(options.checkQuotes ? [checkQuotes] : []),
    ...(options.checkUrls ? [checkUrls] : []),
    ...(options.accelerator === '' ? [] : [acceleratorRule(options.accelerator)]),
  ];
}

/** Punctuation at the end of a sentence, by meaning; languages have their own. */
const endings: readonly (readonly [string, RegExp])[] = [
  ['an ellipsis', /(?:\.\.\.|…+|。。。|⋯+)$/u],
  ['a question mark', /[?？؟⁇՞;]$/u],
  ['an exclamation mark', /[!！¡՜]$/u],
  ['a colon', /[:：︰]$/u],
  ['a full stop', /[.。．｡।۔։።]$/u],
];

const checkEndPunctuation: PairRule = (pair, found) => {
  const [source, target] = [pair.sourceText.trimEnd(), pair.targetText.trimEnd()];
  const [wanted, actual] = [findEnding(source, pair.sourceLocale), findEnding(target, pair.variant)];
  if (source === '' || target === '' || wanted === actual) return;
  const message = `The source ends with ${wanted ?? 'no such mark'}, the target with ${actual ?? 'none'}`;
  found.push(
    toDraft(pair, 'qa.end-punctuation', message, {
      range: inTarget(pair, target.length - 1, target.length),
      source: inSource(pair, source.length - 1, source.length),
      subject: `${wanted ?? ''}→${actual ?? ''}`,
    }),
  );
};

/** Returns the ending of a text. A semicolon is a question mark in Greek only; Thai and Lao have no full stop. */
function findEnding(text: string, locale: string): string | undefined {
  const name = endings.find(([, pattern]) => pattern.test(text))?.[0];
  if (name === 'a question mark' && text.endsWith(';')) return /^el\b/.test(locale) ? name : undefined;
  return name;
}

const quote = /["“”„‟«»‹›「」『』《》〝〞]/gu;

/** Compares the number of quotation marks, in any style. */
const checkQuotes: PairRule = (pair, found) => {
  const wanted = [...pair.sourceText.matchAll(quote)];
  const actual = [...pair.targetText.matchAll(quote)];
  if (wanted.length === actual.length) return;
  const [first] = actual;
  const [sourceMark] = wanted;
  found.push(
    toDraft(
      pair,
      'qa.quotes',
      `The source has ${countOf(wanted.length, 'quotation mark')}, the target ${actual.length}`,
      {
        range: first === undefined ? allOfTarget(pair) : inTarget(pair, first.index, first.index + 1),
        source: sourceMark && inSource(pair, sourceMark.index, sourceMark.index + 1),
        subject: `${wanted.length}→${actual.length}`,
      },
    ),
  );
};

const url = /\bhttps?:\/\/[^\s<>"'`\uFFFC]*[^\s<>"'`\uFFFC.,;:!?)\]]/gu;

/** Checks that every URL of the source is in the target; its language may differ. */
const checkUrls: PairRule = (pair, found) => {
  if (!pair.sourceText.includes('://')) return;
  const left = Array.from(pair.targetText.matchAll(url), ([address]) => withoutLanguage(address));
  for (const { 0: address, index } of pair.sourceText.matchAll(url)) {
    const at = left.indexOf(withoutLanguage(address));
    if (at >= 0) left.splice(at, 1);
    else found.push(lostUrl(pair, address, index));
  }
};

function lostUrl(pair: QaPair, address: string, index: number) {
  return toDraft(pair, 'qa.url', `The URL "${address}" of the source is missing`, {
    range: allOfTarget(pair),
    source: inSource(pair, index, index + address.length),
    subject: address,
    suggestion: `Add "${address}"`,
  });
}

/** Removes the language: `https://fr.example.org/fr-FR/page` becomes `https://example.org/page`. */
function withoutLanguage(address: string): string {
  return address
    .replace(/^https?:\/\/(?:[a-z]{2,3}\.)?/, '')
    .replaceAll(/\/[a-z]{2,3}(?:[_-][A-Za-z]{2,4})?(?=\/|$)/g, '');
}

/** Creates the rule that an access key is marked once, before a letter, on both sides. */
function acceleratorRule(mark: string): PairRule {
  const pattern = new RegExp(String.raw`${mark.replace(/[$^*+.?()|\\[\]{}]/, String.raw`\$&`)}(?=[\p{L}\p{N}])`, 'gu');
  return (pair, found) => {
    const wanted = [...pair.sourceText.matchAll(pattern)];
    const actual = [...pair.targetText.matchAll(pattern)];
    const [sourceMark] = wanted;
    if (wanted.length !== 1 || actual.length === 1 || sourceMark === undefined) return;
    found.push(
      toDraft(pair, 'qa.accelerator', `The source marks one access key with "${mark}", the target ${actual.length}`, {
        range: allOfTarget(pair),
        source: inSource(pair, sourceMark.index, sourceMark.index + 2),
        subject: `${mark}${actual.length}`,
      }),
    );
  };
}

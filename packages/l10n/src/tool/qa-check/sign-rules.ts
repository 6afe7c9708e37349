import { allOfTarget, inSource, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Brackets of one kind, in all widths. */
const brackets: readonly (readonly [name: string, open: RegExp, close: RegExp])[] = [
  ['round', /[(（]/gu, /[)）]/gu],
  ['square', /[[［【]/gu, /[\]］】]/gu],
  ['curly', /[{｛]/gu, /[}｝]/gu],
];

/** Reports brackets that are not closed, or not opened, although those of the source are. */
export const checkBrackets: PairRule = (pair, found) => {
  for (const [name, open, close] of brackets) {
    const [opened, closed] = [count(pair.targetText, open), count(pair.targetText, close)];
    if (opened === closed || count(pair.sourceText, open) !== count(pair.sourceText, close)) continue;
    // "a)" and "1)" in lists open nothing.
    if (name === 'round' && isList(pair.targetText)) continue;
    const message = `The target has ${opened} opening and ${closed} closing ${name} brackets`;
    const at = pair.targetText.search(new RegExp(opened > closed ? open.source : close.source, 'u'));
    found.push(
      toDraft(pair, 'qa.brackets', message, {
        range: inTarget(pair, at, at + 1),
        subject: `${name} ${opened}/${closed}`,
      }),
    );
  }
};

function isList(text: string): boolean {
  return /(?:^|\s)[\p{L}\p{N}]{1,2}[)）]\s/u.test(text) || /[:;]-?\)/.test(text);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const quoteSigns = /["“”„‟«»「」『』《》〝〞〟＂]/gu;
const anyQuote = /["“”„‟«»「」『』《》〝〞〟＂'‘’‚‛‹›`]/u;
/** A value that a program fills in between quotation marks. */
const quotedValue = /["“«]\uFFFC["”»]/u;
/** The sign of Hebrew abbreviations, which stands within a word. */
const gershayim = /(?<=\p{Script=Hebrew})["”](?=\p{Script=Hebrew})/gu;

/** Reports quotation marks without a partner, and a value that lost its marks; every language has its own marks. */
export const checkQuotes: PairRule = (pair, found) => {
  const wanted = quotesIn(pair.sourceText);
  const given = quotesIn(pair.targetText);
  // An opening sign alone, or one of another kind, is closed in another message.
  if (wanted % 2 === 1 || (wanted === 0 && count(pair.sourceText, /[`'‘’]/gu) % 2 === 1)) return;
  const isLost = given === 0 && quotedValue.test(pair.sourceText) && !anyQuote.test(pair.targetText);
  if (given % 2 === 0 && !isLost) return;
  const at = pair.targetText.search(quoteSigns);
  found.push(
    toDraft(pair, 'qa.quotes', `The source has ${wanted} quotation marks, the target ${given}`, {
      range: at < 0 ? allOfTarget(pair) : inTarget(pair, at, at + 1),
      source: quoteInSource(pair),
      subject: `${wanted}→${given}`,
    }),
  );
};

function quotesIn(text: string): number {
  return count(text.replaceAll(gershayim, ''), quoteSigns);
}

function quoteInSource(pair: QaPair) {
  const at = pair.sourceText.search(quoteSigns);
  return at < 0 ? undefined : inSource(pair, at, at + 1);
}

/** A question of some words. */
const question = /\p{L}+ [^?¿]*[\p{L}\uFFFC]["'»”]*\?(?=["'»”\s]|$)/u;

/** Reports a question of Spanish without the mark before it. */
export const checkOpeningMarks: PairRule = (pair, found) => {
  const { sourceText, targetText, variant } = pair;
  if (!/^(?:es|ast)\b/.test(variant) || !targetText.includes('?') || targetText.includes('¿')) return;
  if (!question.test(targetText) || !question.test(sourceText)) return;
  const at = targetText.indexOf('?');
  found.push(
    toDraft(pair, 'qa.opening-mark', 'The question has no "¿"', {
      range: inTarget(pair, at, at + 1),
      subject: '¿',
      suggestion: 'Begin with "¿"',
    }),
  );
};

/** Signs of Markdown that come in pairs, or as one for each link. */
const markdown: readonly (readonly [name: string, pattern: RegExp, isPaired: boolean])[] = [
  ['inline code', /`/g, true],
  ['strong text', /(?<![*\w])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![*\w])/g, true],
  ['links', /\[[^\]\n]{0,999}\]\([^)\s]{0,999}\)/g, false],
];

/** A quotation as GNU programs write it. */
const quoteOfGnu = /`[^`'\n]*'/;

/** Reports links and pairs of signs of Markdown that are not those of the source. */
export const checkMarkdown: PairRule = (pair, found) => {
  if (!/[`*\]]/.test(pair.sourceText)) return;
  for (const [name, pattern, isPaired] of markdown) {
    const [wanted, given] = [count(pair.sourceText, pattern), count(pair.targetText, pattern)];
    if (wanted === 0 || (isPaired && (wanted % 2 === 1 || quoteOfGnu.test(pair.sourceText)))) continue;
    if (isPaired ? given % 2 === 0 && !(given === 0 && isBared(pair, name)) : given >= wanted) continue;
    const message = `The source marks ${name} with ${wanted} ${isPaired ? 'signs' : 'links'}, the target with ${given}`;
    found.push(
      toDraft(pair, 'qa.markdown', message, { range: allOfTarget(pair), subject: `${name} ${wanted}→${given}` }),
    );
  }
};

/** True when inline code of the source stands in the target without any marks. */
function isBared({ sourceText, targetText }: QaPair, name: string): boolean {
  const code = name === 'inline code' ? /`([^`\s][^`]*)`/.exec(sourceText)?.[1] : undefined;
  return code !== undefined && targetText.includes(code) && !anyQuote.test(targetText) && !targetText.includes('*');
}

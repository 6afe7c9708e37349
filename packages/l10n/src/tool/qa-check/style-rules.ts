import { allOfTarget, inSource, inTarget, toDraft, type PairRule } from './qa-pair.js';

/** Switches of the rules about style. */
export interface StyleOptions {
  readonly checkEndPunctuation: boolean;
  readonly accelerator: string;
}

/** Lists the rules that a project enables. */
export function styleRules(options: StyleOptions): readonly PairRule[] {
  return [...(options.checkEndPunctuation ? [checkEndPunctuation] : []), ...acceleratorRules(options.accelerator)];
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

function acceleratorRules(mark: string): readonly PairRule[] {
  if (mark === '') return [];
  return mark === 'auto'
    ? [acceleratorRule('&', isMenuEntry), acceleratorRule('_', isMenuEntry)]
    : [acceleratorRule(mark)];
}

/** A few words of which one begins with the mark, without anything that looks like code. */
const menuEntry = /^(?:[\p{L}'’-]+ ){0,4}[&_]\p{L}[\p{L}'’-]*(?: [\p{L}'’-]+){0,4}(?:\.{3}|…|:)?$/u;

function isMenuEntry(text: string): boolean {
  return text.length < 60 && menuEntry.test(text);
}

/** Creates the rule that an access key is marked once, before a letter, on both sides. */
function acceleratorRule(mark: string, isMarked: (text: string) => boolean = () => true): PairRule {
  const pattern = new RegExp(String.raw`${mark.replace(/[$^*+.?()|\\[\]{}]/, String.raw`\$&`)}(?=[\p{L}\p{N}])`, 'gu');
  return (pair, found) => {
    if (!pair.sourceText.includes(mark) || !isMarked(pair.sourceText)) return;
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

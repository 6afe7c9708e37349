import { dialects, type Dialect, type Syntax } from './dialect.js';
import { printfSize, printfType } from './printf-shape.js';
import { withoutTexts } from './shortcode.js';

/** A placeholder in a text. */
export interface TextToken {
  readonly token: PlaceholderToken;
  readonly raw: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
}

/** A placeholder, independent of its notation. */
export type PlaceholderToken =
  /** A named placeholder; `key` is equal for equal names in the same syntax. */
  | { readonly kind: 'named'; readonly key: string; readonly type?: string }
  /** A placeholder that takes the next value of a list, or the value at a given position. */
  | {
      readonly kind: 'listed';
      readonly list: 'printf' | 'brace';
      readonly type: string;
      readonly place?: number;
      /** Number of values it takes before its own, for a width or a precision. */
      readonly stars: number;
    };

const name = String.raw`[\p{L}_@][\p{L}\p{N}_.\-\[\]]*`;

const argumentTypes = 'number|date|time|spellout|ordinal|duration|list|choice';

/** The names of the groups tell the syntaxes apart. */
const patterns: Readonly<Record<Syntax, string>> = {
  mustache: String.raw`\{\{\{?\s*-?\s*(?<mustache>[^\{\}\x60,]*?)\s*(?:,[^\{\}\x60]*)?\}?\}\}`,
  nesting: String.raw`\$t\(\s*(?<nesting>[^\(\),]+?)\s*(?:,[^\(\)]*)?\)`,
  template: String.raw`\$\{\s*(?<template>[^\{\};]+?)\s*\}`,
  ruby: String.raw`%\{(?<ruby>${name})\}`,
  rubyFormat: String.raw`%<(?<rubyFormat>(?!PRI)${name})>(?<rubySize>${printfSize})(?<rubyType>[a-zA-Z])`,
  boost: String.raw`%(?<boost>\d+)%|%\|(?<boostBar>\d+)[^\|%]*\|`,
  pascal: String.raw`%(?<pascal>\d+):[\-\d.*]*[a-zA-Z]`,
  shell: String.raw`\$(?:\{(?<shellBrace>[A-Za-z_]\w*)\}|(?<shell>[A-Za-z_]\w*))`,
  python: String.raw`%\((?<python>[^\(\)\s]+)\)(?<pythonSize>${printfSize})(?<pythonType>${printfType}|[ra])`,
  /** Stricter for guessed dialects: `50% off` has no placeholder. */
  printf: [
    String.raw`%(?<place>\d+)\$(?<placeSize>${printfSize})(?<placeType>${printfType})`,
    String.raw`(?<![\d%])%(?<size>${printfSize})(?<type>${printfType}|r)(?![\p{Script=Latin}\p{N}])`,
  ].join('|'),
  plainPrintf: [
    String.raw`(?<escaped>%%)`,
    String.raw`%(?<place>\d+)\$(?<placeSize>${printfSize})(?<placeType>${printfType})`,
    String.raw`%(?<size>${printfSize})(?<type>${printfType}|r)`,
  ].join('|'),
  qt: String.raw`%L?(?<qt>\d{1,2}|n)`,
  brace: [
    String.raw`(?<!@|\\[A-Za-z]?)\{\s*(?<argument>${name}|\d+)\s*(?:,\s*(?:${argumentTypes})\s*(?:,[^\{\}]*)?|[:!][^\{\}]*)?\}`,
    String.raw`(?<next>\{(?:[:!][^\{\}]*)?\})`,
  ].join('|'),
  escapedBrace: String.raw`(?<escaped>\{\{|\}\})`,
  tag: String.raw`<(?<tag>\/?\d+)\s*\/?>`,
};

const compiled = new Map<Dialect, RegExp>();

function compilePattern(dialect: Dialect): RegExp {
  let pattern = compiled.get(dialect);
  if (pattern === undefined) {
    pattern = new RegExp(dialects[dialect].syntaxes.map((syntax) => patterns[syntax]).join('|'), 'gv');
    compiled.set(dialect, pattern);
  }
  return pattern;
}

/** True when a text may contain a placeholder at all. */
export function mayHoldToken(text: string): boolean {
  return text.includes('{') || text.includes('%') || text.includes('<') || text.includes('$');
}

/** Lists the placeholders of a text in order. */
export function placeholderTokens(text: string, dialect: Dialect): readonly TextToken[] {
  if (!mayHoldToken(text)) return [];
  const quoted = dialect === 'java' || dialect === 'icu' ? quotedIn(text, dialect) : [];
  const tokens: TextToken[] = [];
  for (const { 0: raw, index: start, groups = {} } of text.matchAll(compilePattern(dialect))) {
    if (groups['escaped'] !== undefined || quoted.some((each) => each.start <= start && start < each.end)) continue;
    tokens.push({ token: toToken(groups, dialect), raw, start, end: start + raw.length });
  }
  return tokens;
}

/** Parses the data of a code as a placeholder; returns undefined when it is none. */
export function readToken(data: string, dialect: Dialect): PlaceholderToken | undefined {
  const [first] = placeholderTokens(data, dialect);
  if (first?.raw === data) return first.token;
  const [other] = dialect === 'guessed' ? [] : placeholderTokens(data, 'guessed');
  return other?.raw === data ? other.token : undefined;
}

/**
 * Finds the ranges of a message that apostrophes quote. Java: from any apostrophe to the next. ICU: only from one before
 * a brace.
 *
 *     Java   L'homme {0}      'homme {0} is text
 *     ICU    L'homme '{0}'    '{0}' is text
 */
export function quotedIn(
  text: string,
  dialect: 'java' | 'icu',
): readonly { readonly start: number; readonly end: number }[] {
  const pattern = dialect === 'java' ? /''|'([^']|'')*('|$)/g : /''|'[{}]([^']|'')*('|$)/g;
  return Array.from(text.matchAll(pattern), ({ 0: raw, index }) => ({ start: index, end: index + raw.length })).filter(
    ({ start, end }) => text.slice(start, end) !== "''",
  );
}

function toToken(groups: Readonly<Record<string, string | undefined>>, dialect: Dialect): PlaceholderToken {
  const { mustache, nesting, template, ruby, python, pythonType, qt, argument, next, tag } = groups;
  if (mustache !== undefined) return named(withoutTexts(`{{${mustache}}}`));
  if (nesting !== undefined) return named(`$t(${nesting})`);
  if (template !== undefined) return named(`\${${template}}`);
  if (ruby !== undefined) return named(`%{${ruby}}`);
  if (python !== undefined) return { ...named(`%(${python})`), type: toType(pythonType, dialect) };
  const { rubyFormat, boost, boostBar, pascal, shell, shellBrace } = groups;
  if (rubyFormat !== undefined) return named(`%{${rubyFormat}}`);
  if (boost !== undefined || boostBar !== undefined) return named(`%${boost ?? boostBar ?? ''}%`);
  if (pascal !== undefined) return named(`%${pascal}:`);
  if (shell !== undefined || shellBrace !== undefined) return named(`$${shell ?? shellBrace ?? ''}`);
  if (qt !== undefined) return qt === 'n' ? named('%n') : named(`%${qt}`);
  if (next !== undefined) return { kind: 'listed', list: 'brace', type: '', stars: 0 };
  if (argument !== undefined) return argumentToken(argument);
  if (tag !== undefined) return named(`<${tag}>`);
  return printfToken(groups, dialect);
}

function printfToken(groups: Readonly<Record<string, string | undefined>>, dialect: Dialect): PlaceholderToken {
  const { place, placeType, size = '', type } = groups;
  // It takes no value: it is the text of the last error.
  if ((placeType ?? type) === 'm') return named('%m');
  const stars = size.split('*').length - 1;
  const made = { kind: 'listed', list: 'printf', type: toType(placeType ?? type, dialect), stars } as const;
  return place === undefined ? made : { ...made, place: Number(place) };
}

/** Creates the token of an argument in braces, by its name or number. */
export function argumentToken(argument: string): PlaceholderToken {
  if (/^\d+$/.test(argument)) return { kind: 'listed', list: 'brace', type: '', place: Number(argument), stars: 0 };
  return named(`{${argument}}`);
}

function named(key: string) {
  return { kind: 'named', key } as const;
}

/** Normalizes types that take the same value to one: `%x` and `%u` take an unsigned number. */
function toType(type = '', dialect: Dialect): string {
  const { hasSizes } = dialects[dialect];
  const size = hasSizes ? type.slice(0, -1) : '';
  const letter = type.slice(-1);
  if (/[di]/.test(letter)) return `${size}d`;
  if (/[ouxX]/.test(letter)) return hasSizes ? `${size}u` : 'd';
  return size + (/[eEfFgGaA]/.test(letter) ? 'f' : letter);
}

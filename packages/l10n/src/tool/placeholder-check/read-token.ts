/** A placeholder as it stands in a text. */
export interface TextToken {
  readonly token: PlaceholderToken;
  readonly raw: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
}

/** What a placeholder is, whatever it is written in. */
export type PlaceholderToken =
  /** A named one; `key` is the same for the same name in the same syntax. */
  | { readonly kind: 'named'; readonly key: string }
  /** One that takes the next of a list of values, or the one of a given place. */
  | { readonly kind: 'listed'; readonly list: 'printf' | 'brace'; readonly type: string; readonly place?: number };

const name = String.raw`[\p{L}_@][\p{L}\p{N}_.\-\[\]]*`;
const printfType = String.raw`(?:hh|h|ll|l|L|q|j|z|t)?[diouxXeEfFgGaAcCsSpn@]`;
const printfSize = String.raw`[\-+0#']*(?:\d+|\*)?(?:\.(?:\d+|\*))?`;

/** Most specific first; the name of a group says what it is. */
const tokens = new RegExp(
  [
    String.raw`\{\{\{?\s*(?<mustache>[^\{\}\x60]*?)\s*\}?\}\}`,
    String.raw`\$\{\s*(?<template>[^\{\}]+?)\s*\}`,
    String.raw`%\{(?<ruby>${name})\}`,
    String.raw`%\((?<python>[^\(\)\s]+)\)${printfSize}(?<pythonType>${printfType})`,
    String.raw`%(?<place>\d+)\$${printfSize}(?<placeType>${printfType})`,
    String.raw`(?<![\d%])%${printfSize}(?<type>${printfType})(?![\p{L}\p{N}])`,
    String.raw`\{\s*(?<argument>${name}|\d+)\s*(?:[,:!][^\{\}]*)?\}`,
    String.raw`(?<next>\{\})`,
    String.raw`<(?<tag>\/?\d+)\s*\/?>`,
  ].join('|'),
  'gv',
);

/** Whether a text may hold a placeholder at all. */
export function mayHoldToken(text: string): boolean {
  return text.includes('{') || text.includes('%') || text.includes('<');
}

/** The placeholders of a text in their order. */
export function tokensIn(text: string): readonly TextToken[] {
  if (!mayHoldToken(text)) return [];
  return Array.from(text.matchAll(tokens), (match) => ({
    token: toToken(match.groups ?? {}),
    raw: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** What the code of a format is, when it is written as a placeholder. */
export function readToken(data: string): PlaceholderToken | undefined {
  const [first] = tokensIn(data);
  return first?.raw === data ? first.token : undefined;
}

function toToken(groups: Readonly<Record<string, string | undefined>>): PlaceholderToken {
  const { mustache, template, ruby, python, pythonType, place, placeType, type, argument, next, tag } = groups;
  if (mustache !== undefined) return named(`{{${mustache}}}`);
  if (template !== undefined) return named(`\${${template}}`);
  if (ruby !== undefined) return named(`%{${ruby}}`);
  if (python !== undefined) return named(`%(${python})${typeOf(pythonType)}`);
  if (placeType !== undefined) return { kind: 'listed', list: 'printf', type: typeOf(placeType), place: Number(place) };
  if (type !== undefined) return { kind: 'listed', list: 'printf', type: typeOf(type) };
  if (next !== undefined) return { kind: 'listed', list: 'brace', type: '' };
  if (argument !== undefined) return argumentToken(argument);
  return named(`<${tag ?? ''}>`);
}

/** An argument in braces, by its name or number. */
export function argumentToken(argument: string): PlaceholderToken {
  if (/^\d+$/.test(argument)) return { kind: 'listed', list: 'brace', type: '', place: Number(argument) };
  return named(`{${argument}}`);
}

function named(key: string): PlaceholderToken {
  return { kind: 'named', key };
}

/** Ways to write the same type are one. */
function typeOf(type = ''): string {
  return type
    .replace(/i$/, 'd')
    .replace(/[A-Z]$/, (letter) => (letter === 'S' || letter === 'C' ? letter : letter.toLowerCase()));
}

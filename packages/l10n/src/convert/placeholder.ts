import type { PlaceholderDialectName } from './placeholder-name.js';

/** Kinds of values that a placeholder takes; `any` where its notation does not say. */
export type ValueType = 'any' | 'text' | 'integer' | 'number';

/** A placeholder, independent of its notation. */
export interface Placeholder {
  readonly name?: string;
  /** Number of the value that it takes, from 1; absent for the next one. */
  readonly position?: number;
  readonly type: ValueType;
  /** Flags, width and precision of printf, such as `.2`. */
  readonly size?: string;
}

/** A notation that placeholders are converted to. */
export interface PlaceholderDialect {
  /** Values have names. */
  readonly named: boolean;
  /** Writes a placeholder; undefined where the notation has no counterpart. `alone` is true for the only value of a text. */
  spell(placeholder: Placeholder, alone: boolean): string | undefined;
  /** Escapes text beside placeholders. */
  escape(text: string): string;
}

const word = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const dotted = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** Text of people between positions in braces: MessageFormat quotes braces with apostrophes. */
const quoteBraces = (text: string): string => text.replaceAll("'", "''").replaceAll(/[{}]+/gu, "'$&'");
const doubleBraces = (text: string): string => text.replaceAll(/[{}]/gu, '$&$&');
const doublePercent = (text: string): string => text.replaceAll('%', '%%');
const asIs = (text: string): string => text;

/** Letters of printf by the value that they take. */
function printf(letters: Readonly<Record<ValueType, string>>): PlaceholderDialect {
  return {
    named: false,
    escape: doublePercent,
    spell: ({ position = 1, type, size = '' }, alone) => `%${alone ? '' : `${position}$`}${size}${letters[type]}`,
  };
}

/** Names or numbers in braces; formats of values have no counterpart there. */
function braces(names: RegExp, escape: (text: string) => string): PlaceholderDialect {
  return {
    named: true,
    escape,
    spell: ({ name, position = 1, size }) => {
      if (size !== undefined || (name !== undefined && !names.test(name))) return undefined;
      return `{${name ?? position - 1}}`;
    },
  };
}

function named(around: (name: string) => string, escape: (text: string) => string, names = word): PlaceholderDialect {
  return {
    named: true,
    escape,
    spell: ({ name, position = 1, size }) => {
      const own = name ?? `arg${position}`;
      return size !== undefined || !names.test(own) ? undefined : around(own);
    },
  };
}

const c = printf({ any: 's', text: 's', integer: 'd', number: 'f' });

/** Notations of placeholders by name. */
export const placeholderDialects: Readonly<Record<PlaceholderDialectName, PlaceholderDialect>> = Object.freeze({
  c,
  android: c,
  apple: printf({ any: '@', text: '@', integer: 'lld', number: 'f' }),
  icu: braces(word, quoteBraces),
  java: { ...braces(/(?!)/u, quoteBraces), named: false },
  dotnet: braces(word, doubleBraces),
  'python-brace': braces(dotted, doubleBraces),
  brace: braces(dotted, asIs),
  i18next: named((name) => `{{${name}}}`, asIs, dotted),
  ruby: named((name) => `%{${name}}`, doublePercent),
  python: {
    ...named((name) => name, doublePercent),
    spell: ({ name, position = 1, type, size = '' }: Placeholder) => {
      const own = name ?? `arg${position}`;
      return word.test(own) ? `%(${own})${size}${pythonLetters[type]}` : undefined;
    },
  },
  laravel: named((name) => `:${name}`, asIs),
  chrome: {
    named: true,
    escape: (text: string) => text.replaceAll('$', '$$$$'),
    spell: ({ name, position = 1, size }: Placeholder) => {
      if (size !== undefined || (name !== undefined && !/^[A-Za-z0-9_@]+$/u.test(name))) return undefined;
      if (name !== undefined) return `$${name.toUpperCase()}$`;
      return position > 9 ? undefined : `$${position}`;
    },
  },
});

const pythonLetters = { any: 's', text: 's', integer: 'd', number: 'f' } as const;

interface Notation {
  readonly pattern: RegExp;
  read(groups: readonly (string | undefined)[]): Placeholder | undefined;
}

const letterTypes: Readonly<Record<string, ValueType>> = {
  s: 'text',
  S: 'text',
  '@': 'any',
  d: 'integer',
  i: 'integer',
  u: 'integer',
  f: 'number',
  F: 'number',
  g: 'number',
  e: 'number',
};

/** Notations that are read, the most specific first. A value with a format of its own has no common meaning. */
const notations: readonly Notation[] = [
  {
    pattern: /^%(?:(\d+)\$)?([-+0#' ]*\d*(?:\.\d+)?)(?:hh|h|ll|l|q|L|z|t|j)?([a-zA-Z@])$/u,
    read: ([position, size, letter]) =>
      printfPlaceholder(position === undefined ? {} : { position: Number(position) }, size, letter),
  },
  {
    pattern: /^%\(([^()\s]+)\)([-+0#' ]*\d*(?:\.\d+)?)([a-zA-Z])$/u,
    read: ([name = '', size, letter]) => printfPlaceholder({ name }, size, letter),
  },
  {
    pattern: /^%<([^<>\s]+)>([-+0#' ]*\d*(?:\.\d+)?)([a-zA-Z])$/u,
    read: ([name = '', size, letter]) => printfPlaceholder({ name }, size, letter),
  },
  { pattern: /^%\{([^{}\s]+)\}$/u, read: namedOnly },
  { pattern: /^\{\{\s*-?\s*([^{}\s,]+)\s*\}\}$/u, read: namedOnly },
  { pattern: /^\$\{\s*([^{}\s]+)\s*\}$/u, read: namedOnly },
  { pattern: /^\{\s*(\d+)\s*\}$/u, read: ([position = '0']) => ({ position: Number(position) + 1, type: 'any' }) },
  { pattern: /^\{\s*([^{}\s,:!]+)\s*\}$/u, read: namedOnly },
  { pattern: /^\{\}$/u, read: () => ({ type: 'any' }) },
  { pattern: /^\$([A-Za-z0-9_@]+)\$$/u, read: ([name = '']) => ({ name: name.toLowerCase(), type: 'any' }) },
  { pattern: /^\$([1-9])$/u, read: ([position = '1']) => ({ position: Number(position), type: 'any' }) },
  { pattern: /^:([\p{L}_][\p{L}\p{N}_]*)$/u, read: namedOnly },
  { pattern: /^%L?([1-9]\d?)$/u, read: ([position = '1']) => ({ position: Number(position), type: 'any' }) },
];

function namedOnly([name = '']: readonly (string | undefined)[]): Placeholder {
  return { name, type: 'any' };
}

function printfPlaceholder(
  place: Pick<Placeholder, 'name' | 'position'>,
  size: string | undefined,
  letter = '',
): Placeholder | undefined {
  const type = letterTypes[letter];
  if (type === undefined) return undefined;
  return { ...place, type, ...(size === undefined || size === '' ? {} : { size }) };
}

/** Reads the data of a code as a placeholder; undefined for any other code. */
export function readPlaceholder(data: string): Placeholder | undefined {
  for (const { pattern, read } of notations) {
    const match = pattern.exec(data);
    if (match !== null) return read(match.slice(1));
  }
  return undefined;
}

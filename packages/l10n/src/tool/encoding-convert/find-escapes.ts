import { decodeHTMLStrict } from 'entities/decode';
import type { TextChange } from '../../tool-kit/text-change.js';

/** Kinds of escapes to resolve. */
export interface EscapeKinds {
  /** Numeric references such as `&#233;`. */
  readonly unescapeNCR: boolean;
  /** Named references such as `&eacute;`. */
  readonly unescapeCER: boolean;
  /** Escapes such as `\u00e9`. */
  readonly unescapeJava: boolean;
}

const unit = '[0-9A-Fa-f]{4}';
const escape = new RegExp(
  [
    '&#(?<decimal>[0-9]{1,7});',
    '&#[xX](?<hex>[0-9A-Fa-f]{1,6});',
    '&(?<name>[A-Za-z][A-Za-z0-9]*);',
    // Doubled backslashes before an escape are not part of it.
    String.raw`(?<!\\)(?<pairs>(?:\\\\)*)\\u(?<units>[dD][89aAbB]..\\u[dD][c-fC-F]..|${unit})`.replaceAll(
      '..',
      '[0-9A-Fa-f]{2}',
    ),
  ].join('|'),
  'gu',
);

/** Characters whose escapes are meaningful: they would be markup, start an escape, or be invisible. */
const meant = /[&<>"'\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** Finds the escapes of a text with their characters, in UTF-16 indexes. */
export function findEscapes(text: string, kinds: EscapeKinds): readonly TextChange[] {
  if (!/[&\\]/.test(text)) return [];
  return [...text.matchAll(escape)].flatMap(({ index, 0: matched, groups = {} }) => {
    const char = decodeEscape(groups, kinds);
    if (char === undefined || meant.test(char)) return [];
    const start = index + (groups['pairs']?.length ?? 0);
    return [{ start, end: index + matched.length, text: char }];
  });
}

type Groups = { readonly [name: string]: string | undefined };

function decodeEscape({ decimal, hex, name, units }: Groups, kinds: EscapeKinds): string | undefined {
  if (name !== undefined) return kinds.unescapeCER ? namedCharacter(`&${name};`) : undefined;
  if (units !== undefined) return kinds.unescapeJava ? javaChar(units) : undefined;
  if (!kinds.unescapeNCR) return undefined;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** Returns the text of a named reference; undefined for an unknown name. */
function namedCharacter(reference: string): string | undefined {
  const text = decodeHTMLStrict(reference);
  return text === reference ? undefined : text;
}

function javaChar(units: string): string {
  return String.fromCharCode(...units.split('\\u').map((each) => Number.parseInt(each, 16)));
}

import { decodeHTMLStrict } from 'entities/decode';

const reference = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

/** Parses the character reference at a position; an unknown name stands for itself. */
export function entityAt(text: string, at: number): { readonly length: number; readonly text: string } | undefined {
  reference.lastIndex = at;
  const [raw] = reference.exec(text) ?? [];
  if (raw === undefined) return undefined;
  const value = raw[1] === '#' ? numbered(raw) : decodeHTMLStrict(raw);
  return value === raw ? undefined : { length: raw.length, text: value };
}

/** Encodes a character as a numeric reference. */
export function toEntity(char: string): string {
  return `&#${char.codePointAt(0) ?? 0xfffd};`;
}

/** Markdown reads a number as that code point; HTML would read some of them as Windows-1252. */
function numbered(raw: string): string {
  const code = /^&#[xX]/u.test(raw) ? Number.parseInt(raw.slice(3), 16) : Number.parseInt(raw.slice(2), 10);
  const isChar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isChar ? String.fromCodePoint(code) : '\ufffd';
}

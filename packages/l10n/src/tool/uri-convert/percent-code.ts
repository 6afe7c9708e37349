import type { TextChange } from '../../tool-kit/text-change.js';

/** Result of decoding a text, in UTF-16 indexes: the changes, and the signs that start no escape. */
interface Decoded {
  readonly changes: readonly TextChange[];
  readonly invalid: readonly { readonly start: number; readonly end: number }[];
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the escapes of a text as UTF-8; invalid ones stay. */
export function decodePercent(text: string): Decoded {
  const changes: TextChange[] = [];
  const invalid: { start: number; end: number }[] = [];
  for (let at = text.indexOf('%'); at >= 0;) {
    const char = charAt(text, at);
    const end = at + (char === undefined ? escapeLength(text, at) : char.length);
    if (char === undefined) invalid.push({ start: at, end });
    else changes.push({ start: at, end, text: char.text });
    at = text.indexOf('%', end);
  }
  return { changes, invalid };
}

/** Escapes every character of a text that is not kept. */
export function encodePercent(text: string, keep: ReadonlySet<string>): readonly TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  for (const char of text) {
    const end = at + char.length;
    if (!keep.has(char)) changes.push({ start: at, end, text: escaped(char) });
    at = end;
  }
  return changes;
}

function escaped(char: string): string {
  return [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Returns the length of an invalid escape: the sign alone, or with its two digits. */
function escapeLength(text: string, at: number): number {
  return byteAt(text, at) === undefined ? 1 : 3;
}

function byteAt(text: string, at: number): number | undefined {
  const match = /^%([0-9A-Fa-f]{2})$/u.exec(text.slice(at, at + 3));
  return match === null ? undefined : Number.parseInt(match[1] ?? '', 16);
}

/** Decodes the character whose escapes start at a position, and returns their length. */
function charAt(text: string, at: number): { readonly text: string; readonly length: number } | undefined {
  const first = byteAt(text, at);
  if (first === undefined) return undefined;
  const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const bytes = Array.from({ length: count }, (_, index) => byteAt(text, at + index * 3));
  if (bytes.includes(undefined)) return undefined;
  try {
    return { text: decoder.decode(Uint8Array.from(bytes, Number)), length: count * 3 };
  } catch {
    return undefined;
  }
}

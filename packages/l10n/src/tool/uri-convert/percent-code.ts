import type { TextChange } from '../../tool-kit/text-change.js';

/** What decoding a text comes to, in UTF-16 indexes: what changes, and the signs that begin no escape. */
interface Decoded {
  readonly changes: readonly TextChange[];
  readonly invalid: readonly { readonly start: number; readonly end: number }[];
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the escapes of a text as UTF-8; one that is none, or no character, stays as it is. */
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

/** How long an escape is that means nothing: the sign alone, or with its two digits. */
function escapeLength(text: string, at: number): number {
  return byteAt(text, at) === undefined ? 1 : 3;
}

function byteAt(text: string, at: number): number | undefined {
  const match = /^%([0-9A-Fa-f]{2})$/u.exec(text.slice(at, at + 3));
  return match === null ? undefined : Number.parseInt(match[1] ?? '', 16);
}

/** The character whose escapes begin at a place, and how long they are. */
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

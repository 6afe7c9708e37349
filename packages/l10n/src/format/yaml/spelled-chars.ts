import type { SpelledChar } from '../text/spellings.js';

const spelling = /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])|[^\\]/gu;

/** Lists the characters of a text between double quotes, each with its spelling; escapes of line ends are left out. */
export function* spelledChars(raw: string): Generator<SpelledChar> {
  for (const [found] of raw.matchAll(spelling)) {
    const char = found.length === 1 || !found.startsWith('\\') ? found : charOf(found);
    if (char !== undefined) yield { char, raw: found };
  }
}

const named: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  n: '\n',
  t: '\t',
  r: '\r',
  _: '\u00a0',
  N: '\u0085',
  L: '\u2028',
  P: '\u2029',
  e: '\u001b',
  '0': '\0',
};

function charOf(found: string): string | undefined {
  if (found.length === 2) return named[found.charAt(1)];
  const code = Number.parseInt(found.slice(2), 16);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

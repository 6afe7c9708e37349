const escape = /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/gu;
const usual = new Set(['\\"', '\\\\', '\\n', '\\t', '\\r', '\\/']);

/** Lists the characters that a text between double quotes spells as numbers or by rare names, each with its spelling. */
export function spelledChars(raw: string): { readonly [char: string]: string } {
  const spelled: Record<string, string> = {};
  for (const [found] of raw.includes('\\') ? raw.matchAll(escape) : []) {
    const char = usual.has(found) ? undefined : charOf(found);
    if (char !== undefined) spelled[char] = found;
  }
  return spelled;
}

const named: Readonly<Record<string, string>> = {
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

import { OBJECT_CHAR, variantLocale } from '@helve/flow/content';

/** Characters of Windows-1252 at 0x80 to 0x9F; the control character where it has none. */
const specials = Array.from(
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
    '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178',
);
const bytes = new Map(specials.map((char, index) => [char.charCodeAt(0), 0x80 + index]));

/** The first byte of a UTF-8 sequence as Windows-1252 shows it, and one that may follow it. */
const suspect = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${specials.join('')}]`, 'u');
const decoder = new TextDecoder('utf-8', { fatal: true });
const scripts = new Map<string, RegExp>();

/**
 * Recovers a text that is UTF-8 read as Windows-1252. `MENÜ…` is such bytes by chance: the result must be written in
 * the script of the locale, or in Latin.
 */
export function undoMojibake(text: string, variant: string): string | undefined {
  if (!suspect.test(text)) return undefined;
  const encoded = toWindows1252(text);
  const meant = encoded && decode(encoded);
  return meant !== undefined && isWriting(meant, variantLocale(variant)) ? meant : undefined;
}

function toWindows1252(text: string): Uint8Array | undefined {
  const encoded: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A code stands for itself, as its three bytes in UTF-8.
    if (text.charAt(at) === OBJECT_CHAR) encoded.push(0xef, 0xbf, 0xbc);
    // Control characters are what Latin-1 has where Windows-1252 has signs.
    else if (code <= 0xff) encoded.push(code);
    else {
      const byte = bytes.get(code);
      if (byte === undefined) return undefined;
      encoded.push(byte);
    }
  }
  return Uint8Array.from(encoded);
}

function decode(encoded: Uint8Array): string | undefined {
  try {
    return decoder.decode(encoded);
  } catch {
    return undefined;
  }
}

function isWriting(text: string, locale: string): boolean {
  let pattern = scripts.get(locale);
  if (pattern === undefined) scripts.set(locale, (pattern = scriptPattern(locale)));
  return pattern.test(text);
}

const latin = String.raw`\p{ASCII}\u00a0-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0300-\u036f\u1e00-\u1eff`;
const signs = String.raw`\u2000-\u206f\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u3000-\u303f\uff00-\uffef\ufffc`;
const families: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hira', 'Kana'],
  Hans: ['Han', 'Bopo'],
  Hant: ['Han', 'Bopo'],
  Kore: ['Hang', 'Han'],
};

function scriptPattern(locale: string): RegExp {
  const script = new Intl.Locale(locale).maximize().script ?? 'Latn';
  const names = (families[script] ?? [script]).filter(isScript);
  return new RegExp(`^[${latin}${signs}${names.map((name) => `\\p{Script=${name}}`).join('')}]*$`, 'u');
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`\\p{Script=${name}}`, 'u').source !== '';
  } catch {
    return false;
  }
}

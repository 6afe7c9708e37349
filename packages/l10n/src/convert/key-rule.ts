/** Names that entries of a format can have. */
export interface KeyRule {
  readonly allowed: RegExp;
  /** Characters that may stand anywhere in a name. */
  readonly chars: RegExp;
  /** Put before a name that begins with something else than a name may. */
  readonly prefix: string;
}

/** Formats whose entries cannot have every name; a row of a preset comes before that of its format. */
export const keyRules: Readonly<Record<string, KeyRule>> = Object.freeze({
  // Items of arrays and variants for products have names of their own.
  androidxml: {
    allowed: /^[A-Za-z_][A-Za-z0-9_.]*(?:\[\d+\]|\{[A-Za-z0-9_]+\})?$/u,
    chars: /[A-Za-z0-9_.]/u,
    prefix: '_',
  },
  arb: { allowed: /^[a-z][A-Za-z0-9_]*$/u, chars: /[A-Za-z0-9_]/u, prefix: 'k_' },
  'json:chrome': { allowed: /^[A-Za-z0-9_@]+$/u, chars: /[A-Za-z0-9_@]/u, prefix: '' },
});

/** Formats in which a dot leads into an object, so that a text and an object cannot share a name. */
export const nestedFormats: ReadonlySet<string> = new Set(['json', 'yaml', 'toml', 'php']);

/** Presets of those whose names stay in one piece. */
export const flatPresets: ReadonlySet<string> = new Set([
  'json:chrome',
  'json:formatjs',
  'json:gotext',
  'json:resjson',
]);

const maxLength = 80;

/** Makes a name that a format can have of one that it cannot. */
export function mappedKey(name: string, { chars, allowed, prefix }: KeyRule): string {
  const letters = Array.from(name, (char) => (chars.test(char) ? char : '_')).join('');
  const short = letters
    .replaceAll(/_{2,}/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, maxLength);
  return allowed.test(short) ? short : `${prefix}${short === '' ? 'text' : short}`;
}

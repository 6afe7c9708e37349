import { printfShape, pythonRepr } from '../../dialect/printf-shape.js';

/** Names of the built-in kinds of codes. Those of one platform come after the general ones. */
export const codePresets = Object.freeze([
  'icu',
  'i18next',
  'brace',
  'printf',
  'html',
  'apple',
  'qt',
  'ruby',
  'laravel',
  'chrome',
  'dotnet',
  'liquid',
  'python',
] as const);
export type CodePreset = (typeof codePresets)[number];

/** Kinds of codes that any text may have: formats without a platform look for these. */
export const generalCodePresets: readonly CodePreset[] = Object.freeze(['icu', 'i18next', 'brace', 'printf', 'html']);

/** One kind of code: its pattern and its meaning. */
export interface CodeRule {
  readonly pattern: string;
  readonly type: string;
}

// A name, number or path, with the accessors of template languages.
const name = String.raw`[\p{L}_@][\p{L}\p{N}_.\-\[\]]*`;

/**
 * Matches a tag: the slash of an end tag, the name, and the attributes with the slash of an empty one. A comma is in the
 * words of people: `<no name, no size>`.
 */
export const tagPattern = String.raw`<(\/?)([A-Za-z][A-Za-z0-9\-]*(?::[A-Za-z][A-Za-z0-9\-]*)*|\d+)((?:\s[^<>"',]*(?:"[^"]*"[^<>"',]*|'[^']*'[^<>"',]*)*)?\/?)>`;

// A word that programming languages accept as a name.
const word = String.raw`[\p{L}_][\p{L}\p{N}_]*`;

const printf: readonly CodeRule[] = [
  {
    pattern: String.raw`%(?:\d+\$|\([\p{L}_][\p{L}\p{N}_.]*\))?${printfShape}(?![\p{Script=Latin}\p{N}])`,
    type: 'code:variable',
  },
  { pattern: String.raw`%(?:\d+\$|\([\p{L}_][\p{L}\p{N}_.]*\))${printfShape}`, type: 'code:variable' },
  { pattern: String.raw`(?<!\d)%[sSd@]|%%`, type: 'code:variable' },
];

/** Patterns of each preset, in order. `icu` is decided by its parser, and adds typed arguments here. */
export const presetRules: Readonly<Record<CodePreset, readonly CodeRule[]>> = {
  icu: [
    {
      pattern: String.raw`\{\s*(?:${name}|\d+)\s*,\s*(?:number|date|time|spellout|ordinal|duration|list)\s*(?:,[^\{\}]*)?\}`,
      type: 'code:variable',
    },
  ],
  i18next: [
    { pattern: String.raw`\$t\([^\(\)]*\)`, type: 'code:function' },
    { pattern: String.raw`\{\{[^\{\}]*\}\}`, type: 'code:variable' },
  ],
  brace: [
    { pattern: String.raw`\{\{\{?[^\{\}]*\}?\}\}`, type: 'code:variable' },
    { pattern: String.raw`\$\{[^\{\};]+\}`, type: 'code:variable' },
    { pattern: String.raw`%\{[\p{L}_][\p{L}\p{N}_]*\}`, type: 'code:variable' },
    { pattern: String.raw`(?<!@|\\[A-Za-z]?)\{\s*(?:${name}|\d+)\s*(?::[^\{\}]*)?\}`, type: 'code:variable' },
    { pattern: String.raw`\{\}`, type: 'code:variable' },
  ],
  printf,
  html: [{ pattern: tagPattern, type: 'code:markup' }],
  apple: [
    { pattern: String.raw`%(?:\d+\$)?#@${word}@`, type: 'code:variable' },
    { pattern: String.raw`%arg(?![\p{L}\p{N}_])`, type: 'code:variable' },
    ...printf,
  ],
  qt: [{ pattern: String.raw`%L?(?:n|\d{1,2})`, type: 'code:variable' }],
  ruby: [
    { pattern: String.raw`%\{${word}\}`, type: 'code:variable' },
    { pattern: String.raw`%<${word}>${printfShape}`, type: 'code:variable' },
    { pattern: '%%', type: 'code:variable' },
  ],
  laravel: [{ pattern: String.raw`(?<![\p{L}\p{N}_:]):${word}`, type: 'code:variable' }],
  chrome: [
    { pattern: String.raw`\$[A-Za-z0-9_@]+\$`, type: 'code:variable' },
    { pattern: String.raw`\$[1-9]`, type: 'code:variable' },
  ],
  dotnet: [
    {
      pattern: String.raw`(?<!\{)\{(?:\d+|${word})(?:\s*,\s*-?\d+)?(?::[^\{\}]*)?\}(?!\})`,
      type: 'code:variable',
    },
  ],
  liquid: [
    { pattern: String.raw`\{\{[^\{\}]*\}\}`, type: 'code:variable' },
    { pattern: String.raw`\{%[^%]*(?:%(?!\})[^%]*)*%\}`, type: 'code:function' },
  ],
  python: [
    {
      pattern: String.raw`\{(?:(?:${word}|\d+)[.\[\]\p{L}\p{N}_]*)?(?:![rsa])?(?::[^\{\}]*)?\}`,
      type: 'code:variable',
    },
    { pattern: pythonRepr, type: 'code:variable' },
    ...printf,
  ],
};

/** Characters that the codes of a preset begin with. */
export const codeStarts: Readonly<Record<CodePreset, string>> = {
  icu: '{',
  i18next: '{$',
  brace: '{%$',
  printf: '%',
  html: '<',
  apple: '%',
  qt: '%',
  ruby: '%',
  laravel: ':',
  chrome: '$',
  dotnet: '{',
  liquid: '{',
  python: '{%',
};

/** Counts the groups of a preset's pattern, in which every literal bracket is escaped, in classes too. */
export function groupsIn(pattern: string): number {
  return pattern.match(/(?<!\\)\((?!\?)/g)?.length ?? 0;
}

const tagTypes: Readonly<Record<string, string>> = {
  b: 'fmt:bold',
  strong: 'fmt:bold',
  i: 'fmt:italic',
  em: 'fmt:italic',
  u: 'fmt:underline',
  s: 'fmt:strikethrough',
  del: 'fmt:strikethrough',
  strike: 'fmt:strikethrough',
  sub: 'fmt:subscript',
  sup: 'fmt:superscript',
  code: 'fmt:code',
  kbd: 'fmt:code',
  samp: 'fmt:code',
  tt: 'fmt:code',
  mark: 'fmt:highlight',
  a: 'link:hyperlink',
  br: 'struct:break',
  wbr: 'struct:break',
  hr: 'struct:break',
  img: 'media:image',
  video: 'media:video',
  audio: 'media:audio',
};

const voidTags = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'];

/** Returns the vocabulary type of a tag. */
export function tagType(tag: string): string {
  const key = tag.toLowerCase();
  return Object.hasOwn(tagTypes, key) ? (tagTypes[key] ?? 'code:markup') : 'code:markup';
}

/** True when a tag never has an end tag. */
export function isVoidTag(tag: string): boolean {
  return voidTags.includes(tag.toLowerCase());
}

import { printfShape } from '../../dialect/printf-shape.js';

/** Names of the built-in kinds of codes. */
export const codePresets = Object.freeze(['icu', 'i18next', 'brace', 'printf', 'html'] as const);
export type CodePreset = (typeof codePresets)[number];

/** One kind of code: its pattern and its meaning. */
export interface CodeRule {
  readonly pattern: string;
  readonly type: string;
}

// A name, number or path, with the accessors of template languages.
const name = String.raw`[\p{L}_@][\p{L}\p{N}_.\-\[\]]*`;

/** Matches a tag: the slash of an end tag, the name, and the attributes with the slash of an empty one. */
export const tagPattern = String.raw`<(\/?)([A-Za-z][A-Za-z0-9\-]*(?::[A-Za-z][A-Za-z0-9\-]*)*|\d+)((?:\s[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*)?\/?)>`;

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
    { pattern: String.raw`\$\{[^\{\}]+\}`, type: 'code:variable' },
    { pattern: String.raw`%\{[\p{L}_][\p{L}\p{N}_]*\}`, type: 'code:variable' },
    { pattern: String.raw`(?<!@|\\[A-Za-z]?)\{\s*(?:${name}|\d+)\s*(?::[^\{\}]*)?\}`, type: 'code:variable' },
    { pattern: String.raw`\{\}`, type: 'code:variable' },
  ],
  printf: [
    {
      pattern: String.raw`%(?:\d+\$|\([\p{L}_][\p{L}\p{N}_.]*\))?${printfShape}(?![\p{Script=Latin}\p{N}])`,
      type: 'code:variable',
    },
    { pattern: String.raw`%(?:\d+\$|\([\p{L}_][\p{L}\p{N}_.]*\))${printfShape}`, type: 'code:variable' },
    { pattern: String.raw`(?<!\d)%[sSd@]|%%`, type: 'code:variable' },
  ],
  html: [{ pattern: tagPattern, type: 'code:markup' }],
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

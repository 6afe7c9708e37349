import type { TagAttributes } from '../xml/element-text.js';

/** Attributes for the types of codes that the standard has words for. */
const words: readonly (readonly [string, { readonly type: string; readonly subType?: string }])[] = [
  ['fmt:bold', { type: 'fmt', subType: 'xlf:b' }],
  ['fmt:italic', { type: 'fmt', subType: 'xlf:i' }],
  ['fmt:underline', { type: 'fmt', subType: 'xlf:u' }],
  ['struct:break', { type: 'fmt', subType: 'xlf:lb' }],
  ['struct:pagebreak', { type: 'fmt', subType: 'xlf:pb' }],
  ['code:variable', { type: 'ui', subType: 'xlf:var' }],
  ['link:hyperlink', { type: 'link' }],
  ['media:image', { type: 'image' }],
];

const bySubType = new Map(words.flatMap(([type, { subType }]) => (subType === undefined ? [] : [[subType, type]])));
const byType = new Map(words.flatMap(([type, word]) => (word.subType === undefined ? [[word.type, type]] : [])));
const attributesByType = new Map(words);
/** Types that a code without a type has. */
const plainTypes = new Set(['code:placeholder', 'code:markup']);
/** Marks types of our own vocabulary, for which the standard has no word. */
const ownPrefix = 'helve:';

/** Returns the vocabulary type of a code by its attributes; undefined where they do not tell. */
export function codeTypeOf(type: string | undefined, subType: string | undefined): string | undefined {
  if (subType?.startsWith(ownPrefix) === true) return subType.slice(ownPrefix.length).replace('.', ':');
  return bySubType.get(subType ?? '') ?? byType.get(type ?? '');
}

/** Returns the attributes that tell the vocabulary type of a code. */
export function codeTypeAttributes(type: string): TagAttributes {
  if (plainTypes.has(type)) return {};
  return attributesByType.get(type) ?? { type: 'other', subType: `${ownPrefix}${type.replace(':', '.')}` };
}

/** Ways to write plural forms into a format that has none. */
export const pluralFolds = Object.freeze(['other', 'icu', 'keys'] as const);
export type PluralFold = (typeof pluralFolds)[number];

/** Rules for text that the readers of one platform apply after XML. */
export interface Dialect {
  /** True where white space collapses, quotes keep it, and references to resources are resolved. */
  readonly isAndroid: boolean;
  /** True where a line break with the white space around it is a space. */
  readonly unwraps: boolean;
  /** Characters by the letter behind their backslash. */
  readonly escapes: Readonly<Record<string, string>>;
  /** Escapes that are written, by character. */
  readonly written: Readonly<Record<string, string>>;
  /** True where `\uXXXX` is a character. */
  readonly hasUnicode: boolean;
  /** Elements that hold the forms of a plural. */
  readonly plurals: readonly string[];
}

/** Names of the dialects. */
export const dialectNames = Object.freeze(['android', 'compose', 'moko'] as const);
export type DialectName = (typeof dialectNames)[number];

/** The dialects of Android itself, of Compose Multiplatform and of moko-resources. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  android: {
    isAndroid: true,
    unwraps: false,
    escapes: { n: '\n', t: '\t' },
    written: { '\n': '\\n', '\t': '\\t', '\\': '\\\\', "'": "\\'", '"': '\\"' },
    hasUnicode: true,
    plurals: ['plurals'],
  },
  compose: {
    isAndroid: false,
    unwraps: false,
    escapes: { n: '\n', t: '\t', '\\': '\\' },
    written: { '\n': '\\n', '\t': '\\t', '\\': '\\\\' },
    hasUnicode: true,
    plurals: ['plurals'],
  },
  moko: {
    isAndroid: false,
    unwraps: true,
    escapes: { n: '\n', "'": "'", '"': '"', '?': '?' },
    written: { '\n': '\\n' },
    hasUnicode: false,
    plurals: ['plurals', 'plural'],
  },
};

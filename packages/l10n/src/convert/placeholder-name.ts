/** Notations that placeholders are converted to. */
export const placeholderDialectNames = Object.freeze([
  'c',
  'android',
  'apple',
  'icu',
  'java',
  'dotnet',
  'python',
  'python-brace',
  'brace',
  'i18next',
  'ruby',
  'laravel',
  'chrome',
] as const);
export type PlaceholderDialectName = (typeof placeholderDialectNames)[number];

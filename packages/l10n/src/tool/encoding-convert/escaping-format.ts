/** Formats whose writers can express any character in ASCII, by escapes of their own. */
export const escapingFormats: ReadonlySet<string> = new Set([
  'androidxml',
  'applestrings',
  'arb',
  'html',
  'i18next',
  'json',
  'properties',
  'resx',
  'stringsdict',
  'xcstrings',
  'xliff',
  'xliff2',
]);

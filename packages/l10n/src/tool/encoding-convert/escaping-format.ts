/** Formats whose writers can express any character in ASCII, by escapes of their own. */
export const escapingFormats: ReadonlySet<string> = new Set(['json', 'i18next', 'properties', 'xliff', 'xliff2']);

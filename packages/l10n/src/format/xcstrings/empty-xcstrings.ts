import type { EmptyDocument } from '../generate/generate-document.js';

/** The empty document of new catalogs, as Xcode writes it. */
export function emptyXcstrings({ ctx, blocks }: EmptyDocument<object>): string {
  // Xcode leaves a line in an empty object.
  const strings = blocks.length === 0 ? '{\n\n  }' : '{\n  }';
  return `{\n  "sourceLanguage" : ${JSON.stringify(ctx.sourceLocale)},\n  "strings" : ${strings},\n  "version" : "1.0"\n}`;
}

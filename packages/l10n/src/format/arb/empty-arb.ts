import type { EmptyDocument } from '../generate/generate-document.js';

/** The empty document of new ARB files: it names its locale as Flutter does. */
export function emptyArb({ ctx }: EmptyDocument<object>): string {
  const locale = (ctx.targetLocale ?? ctx.sourceLocale).replaceAll('-', '_');
  return `${JSON.stringify({ '@@locale': locale }, undefined, 2)}\n`;
}

import type { EmptyDocument } from '../generate/generate-document.js';

/** The empty document of new JSON files: an object, or an array for blocks that are its elements. */
export function emptyJson({ blocks: [first] }: EmptyDocument<object>): string {
  const isElement = first?.skeleton?.format === 'json' && /^\/0(?:\/|$)/u.test(first.id);
  return isElement ? '[]\n' : '{}\n';
}

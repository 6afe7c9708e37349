import { headText } from '../text/head-text.js';

/** Scores how much the first bytes look like XLIFF of one major version. */
export function sniffXliff(head: Uint8Array, major: 1 | 2): number {
  const tag = /<(?:[\w.-]+:)?xliff(?=[\s/>])[^>]*/u.exec(headText(head))?.[0];
  if (tag === undefined) return 0;
  const version = /\sversion\s*=\s*["'](\d+)/u.exec(tag)?.[1] ?? /xliff:document:(\d)/u.exec(tag)?.[1];
  if (version === undefined) return 0.4;
  return Number(version) === major ? 0.95 : 0;
}

import { decodeText } from '../tmx/decode-text.js';

const nativeCode = /^<(?:[\w.-]+:)?(bpt|ept|ph|it)(?:\s[^<>]*)?>([^<]+)<\/(?:[\w.-]+:)?\1\s*>$/u;

/** The text that an element of XLIFF 1.2 for a code holds, which is the code of its original; undefined for any other. */
export function nativeContent(element: string): string | undefined {
  const content = nativeCode.exec(element)?.[2];
  return content === undefined ? undefined : decodeText(content);
}

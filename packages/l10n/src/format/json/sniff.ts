import { headText } from '../text/head-text.js';

/** Scores how much the first bytes look like JSON. */
export function sniffJson(head: Uint8Array): number {
  const text = headText(head).replace(/^(?:\s+|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/u, '');
  if (/^\{\s*(?:"|\}|\/[*/])/u.test(text)) return 0.8;
  return /^\[\s*(?:["{\]\d-]|\[\s*["{[\]\d-]|(?:true|false|null)\b|\/[*/])/u.test(text) ? 0.6 : 0;
}

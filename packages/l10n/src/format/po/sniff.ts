import { headText } from '../text/head-text.js';

/** Scores how much the first bytes look like PO. */
export function sniffPo(head: Uint8Array): number {
  const text = headText(head);
  if (!/^msgid[ \t]*"/mu.test(text)) return 0;
  return /^msgstr(?:\[0\])?[ \t]*"/mu.test(text) ? 0.9 : 0.3;
}

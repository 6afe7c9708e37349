import type { MtText, MtTranslation } from '../contract.js';

/** Joins texts to one HTML document: each a paragraph, which ends a sentence for Apertium. */
export function joinTexts(texts: readonly MtText[]): string {
  return texts.map(({ text }, index) => `<p data-text="${index}">${text}</p>\n`).join('');
}

/** Splits such a document into its texts, in order; returns undefined when one is missing or occurs twice. */
export function splitTexts(html: string): readonly MtTranslation[] | undefined {
  const texts: string[] = [];
  for (const [, index, text = ''] of html.matchAll(/<p data-text="(\d+)">([\s\S]*?)<\/p>/g)) {
    if (Number(index) !== texts.length) return undefined;
    texts.push(text);
  }
  return texts.map((text) => ({ text }));
}

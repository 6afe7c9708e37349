import type { MtText, MtTranslation } from '../contract.js';

/** Texts as one document of HTML: each a paragraph, which ends a sentence for Apertium. */
export function joinTexts(texts: readonly MtText[]): string {
  return texts.map(({ text }, index) => `<p data-text="${index}">${text}</p>\n`).join('');
}

/** The texts of such a document, in their order; undefined when one is missing or stands twice. */
export function splitTexts(html: string): readonly MtTranslation[] | undefined {
  const texts: string[] = [];
  for (const [, index, text = ''] of html.matchAll(/<p data-text="(\d+)">([\s\S]*?)<\/p>/g)) {
    if (Number(index) !== texts.length) return undefined;
    texts.push(text);
  }
  return texts.map((text) => ({ text }));
}

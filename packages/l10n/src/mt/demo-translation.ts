import type { MtTranslation } from './contract.js';

/** Translates with the offline engine: marks the text with the target and leaves it otherwise unchanged. */
export function demoTranslation(text: string, to: string): MtTranslation {
  return { text: text.replace(/^\s*/, (space) => `${space}⟦${to}⟧ `) };
}

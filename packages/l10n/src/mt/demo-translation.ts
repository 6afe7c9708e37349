import type { MtTranslation } from './contract.js';

/** What the offline engine makes of a text: it is marked with the target and else left as it is. */
export function demoTranslation(text: string, to: string): MtTranslation {
  return { text: text.replace(/^\s*/, (space) => `${space}⟦${to}⟧ `) };
}

import { visibleText } from '@helve/core';

const maxLength = 300;

/** Prepares foreign text for our output: all of it visible, and at most a few lines. */
export function foreignText(text: string): string {
  const shown = visibleText(text.slice(0, maxLength));
  return text.length > maxLength ? `${shown}… (${text.length} characters; --json has all)` : shown;
}

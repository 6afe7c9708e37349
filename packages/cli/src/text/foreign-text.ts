import { visibleText } from '@helve/core';

const maxLength = 300;

/** What somebody else says of themselves, for a line of ours: all of it visible, and not more than a few lines. */
export function foreignText(text: string): string {
  const shown = visibleText(text.slice(0, maxLength));
  return text.length > maxLength ? `${shown}… (${text.length} characters; --json has all)` : shown;
}

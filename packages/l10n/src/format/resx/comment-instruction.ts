import type { DisplayHint } from '@helve/flow';

/** Instructions to translators that a comment gives in braces. */
export interface CommentInstructions {
  /** True when nothing of the value is translated. */
  readonly isLocked: boolean;
  /** Words that are not translated. */
  readonly locked: readonly string[];
  /** Texts that stand for something else. */
  readonly placeholders: readonly string[];
  readonly displayHint: DisplayHint | undefined;
}

const none: CommentInstructions = Object.freeze({
  isLocked: false,
  locked: [],
  placeholders: [],
  displayHint: undefined,
});

/** Reads `{Locked}`, `{Locked="a,b"}`, `{Placeholder="x"}` and `{MaxLength=20}` in a comment. */
export function readInstructions(comment: string | undefined): CommentInstructions {
  if (comment === undefined || !comment.includes('{')) return none;
  const maxLength = Number(/\{MaxLength\s*=\s*"?(\d{1,9})"?\s*\}/iu.exec(comment)?.[1] ?? 0);
  return {
    isLocked: /\{Locked\}/iu.test(comment),
    locked: wordsOf(comment, 'Locked'),
    placeholders: wordsOf(comment, 'Placeholder'),
    displayHint: maxLength > 0 ? { maxLength, unit: 'chars' } : undefined,
  };
}

/** Lists the words in quotes behind a name, longest first; without quotes they would be languages. */
function wordsOf(comment: string, name: string): readonly string[] {
  const found = comment.matchAll(new RegExp(String.raw`\{${name}\s*=\s*"([^"]*)"`, 'giu'));
  const words = Array.from(found, ([, list = '']) => list.split(',').map((word) => word.trim())).flat();
  return [...new Set(words)].filter((word) => word !== '').toSorted((one, other) => other.length - one.length);
}

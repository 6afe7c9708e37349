import { codePointLength, type TextEdit } from '@helve/flow/content';

interface Fragment {
  /** Start in the original, in UTF-16 indexes. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly changed: boolean;
}

/** One replacement in the current text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text under change that knows what became of each range of the original. */
export class TextDraft {
  readonly #original: string;
  #pieces: readonly Fragment[];

  constructor(original: string) {
    this.#original = original;
    this.#pieces = [{ from: 0, to: original.length, text: original, changed: false }];
  }

  get text(): string {
    return this.#pieces.map(({ text }) => text).join('');
  }

  /** Applies replacements that are in order and do not overlap. */
  replace(replacements: readonly Replacement[]): void {
    for (const { start, end, text } of replacements.toReversed()) this.#replaceOne(start, end, text);
  }

  /** Lists the changes since the original, in code points. */
  edits(): readonly TextEdit[] {
    return this.#pieces.flatMap(({ from, to, text, changed }) => {
      if (!changed || text === this.#original.slice(from, to)) return [];
      const start = codePointLength(this.#original.slice(0, from));
      return [{ start, end: start + codePointLength(this.#original.slice(from, to)), text }];
    });
  }

  /**
   * Merges the pieces inside the range into one; a changed piece that is only touched joins it, since it has no inner
   * positions.
   */
  #replaceOne(start: number, end: number, text: string): void {
    const before: Fragment[] = [];
    const after: Fragment[] = [];
    let from: number | undefined;
    let to = 0;
    let head = '';
    let tail = '';
    let at = 0;
    for (const piece of this.#pieces) {
      const next = at + piece.text.length;
      if (next <= start) before.push(piece);
      else if (at >= end) after.push(piece);
      else {
        const cutHead = Math.max(0, start - at);
        const cutTail = Math.max(0, next - end);
        if (piece.changed) {
          from ??= piece.from;
          to = piece.to;
          head += piece.text.slice(0, cutHead);
          tail = cutTail === 0 ? '' : piece.text.slice(-cutTail);
        } else {
          if (cutHead > 0) before.push(part(piece, 0, cutHead));
          if (cutTail > 0) after.push(part(piece, piece.text.length - cutTail, piece.text.length));
          from ??= piece.from + cutHead;
          to = piece.to - cutTail;
        }
      }
      at = next;
    }
    const position = from ?? before.at(-1)?.to ?? 0;
    const made = { from: position, to: Math.max(position, to), text: head + text + tail, changed: true };
    this.#pieces = [...before, made, ...after];
  }
}

function part({ from, text }: Fragment, start: number, end: number): Fragment {
  return { from: from + start, to: from + end, text: text.slice(start, end), changed: false };
}

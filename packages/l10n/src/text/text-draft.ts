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

  /** Applies replacements that are in order and do not overlap, in one pass. */
  replace(replacements: readonly Replacement[]): void {
    const pass = new ReplacePass(this.#pieces);
    for (const replacement of replacements) pass.apply(replacement);
    this.#pieces = pass.end();
  }

  /** Lists the changes since the original, in code points. */
  edits(): readonly TextEdit[] {
    const edits: TextEdit[] = [];
    let at = 0;
    let codePoints = 0;
    for (const { from, to, text, changed } of this.#pieces) {
      const before = this.#original.slice(from, to);
      codePoints += codePointLength(this.#original.slice(at, from));
      const start = codePoints;
      codePoints += codePointLength(before);
      at = to;
      if (changed && text !== before) edits.push({ start, end: codePoints, text });
    }
    return edits;
  }
}

/** A changed piece that later replacements may still extend. */
interface OpenPiece {
  readonly from: number;
  to: number;
  text: string;
  readonly changed: true;
}

/**
 * One pass over the pieces of a text. Pieces inside the range of a replacement become one; a changed piece that is only
 * touched joins it, since it has no inner positions.
 */
class ReplacePass {
  readonly #pieces: readonly Fragment[];
  readonly #done: Fragment[] = [];
  #index = 0;
  /** Start of the current piece in the text. */
  #at = 0;
  /** Length of the part of the current piece that is done. */
  #offset = 0;
  #open: OpenPiece | undefined;

  constructor(pieces: readonly Fragment[]) {
    this.#pieces = pieces;
  }

  apply({ start, end, text }: Replacement): void {
    while (this.#current !== undefined && this.#at + this.#current.text.length <= start) this.#leave();
    if (this.#current === undefined || this.#at >= end) {
      const place = this.#done.at(-1)?.to ?? 0;
      this.#done.push({ from: place, to: place, text, changed: true });
      return;
    }
    this.#takeHead(this.#current, start - this.#at);
    const open = (this.#open ??= { from: this.#current.from + this.#offset, to: 0, text: '', changed: true });
    open.text += text;
    this.#skipTo(end, open);
  }

  end(): readonly Fragment[] {
    while (this.#current !== undefined) this.#leave();
    this.#close();
    return this.#done;
  }

  get #current(): Fragment | undefined {
    return this.#pieces[this.#index];
  }

  /** Takes the current piece up to an offset: an unchanged part stands alone, a changed one begins the open piece. */
  #takeHead(piece: Fragment, offset: number): void {
    if (piece.changed) {
      this.#open ??= { from: piece.from, to: piece.to, text: '', changed: true };
      this.#open.text += piece.text.slice(this.#offset, Math.max(this.#offset, offset));
    } else if (offset > this.#offset) this.#done.push(part(piece, this.#offset, offset));
    this.#offset = Math.max(this.#offset, offset);
  }

  /** Drops what was replaced; the rest of a changed piece stays in the open one. */
  #skipTo(end: number, open: OpenPiece): void {
    for (let piece = this.#current; piece !== undefined && this.#at < end; piece = this.#current) {
      const offset = Math.min(end - this.#at, piece.text.length);
      open.to = Math.max(open.from, piece.changed ? piece.to : piece.from + offset);
      this.#offset = offset;
      if (offset < piece.text.length) {
        if (!piece.changed) this.#close();
        return;
      }
      this.#next(piece);
    }
    this.#close();
  }

  /** Takes the rest of the current piece. */
  #leave(): void {
    const piece = this.#current;
    if (piece === undefined) return;
    if (this.#open !== undefined) {
      this.#open.text += piece.text.slice(this.#offset);
      this.#close();
    } else if (this.#offset < piece.text.length || piece.text === '') {
      this.#done.push(this.#offset === 0 ? piece : part(piece, this.#offset, piece.text.length));
    }
    this.#next(piece);
  }

  #next(piece: Fragment): void {
    this.#at += piece.text.length;
    this.#index += 1;
    this.#offset = 0;
  }

  #close(): void {
    if (this.#open !== undefined) this.#done.push(this.#open);
    this.#open = undefined;
  }
}

function part({ from, text }: Fragment, start: number, end: number): Fragment {
  return { from: from + start, to: from + end, text: text.slice(start, end), changed: false };
}

import type { XmlPiece } from './split-children.js';

/** An element with the comments that belong to it. */
export interface CommentedElement {
  readonly piece: XmlPiece;
  /** Comments right above it, without a blank line. */
  readonly above: readonly XmlPiece[];
  /** Comment behind it on its line. */
  readonly behind?: XmlPiece | undefined;
}

/** Finds the comments of the elements of a file. An element waits for the piece behind it. */
export class CommentCollector {
  #above: XmlPiece[] = [];
  #waiting: CommentedElement | undefined;

  /** Takes the next piece; returns the element before it, once all of its comments are known. */
  take(piece: XmlPiece): CommentedElement | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (piece.kind === 'comment' && waiting && lineBreaks(piece.space) === 0) return { ...waiting, behind: piece };
    if (piece.kind !== 'comment' && piece.kind !== 'element') this.#above = [];
    else if (lineBreaks(piece.space) > 1) this.#above = [];
    if (piece.kind === 'comment') this.#above.push(piece);
    if (piece.kind === 'element') {
      this.#waiting = { piece, above: this.#above };
      this.#above = [];
    }
    return waiting;
  }
}

function lineBreaks(space: string): number {
  return space.match(/\r\n|\r|\n/gu)?.length ?? 0;
}

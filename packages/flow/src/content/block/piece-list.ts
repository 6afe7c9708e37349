/**
 * Collects the pieces of a translation in the order of its source. Gaps of the source are copied where text stands
 * around them; of the gaps around a segment that is not translated one is enough.
 */
export class PieceList<Piece> {
  readonly #pieces: Piece[] = [];
  #gaps: Piece[] = [];
  #hasText = false;
  /** True while the last segment was translated. */
  #isWhole = true;

  /** Adds a piece of the source that is copied if there is text around it. */
  gap(piece: Piece): void {
    this.#gaps.push(piece);
  }

  /** Adds a translated piece, with the gap of its own that stands before it, if any. */
  text(piece: Piece, before?: Piece): void {
    if (before !== undefined) this.#pieces.push(before);
    else if (this.#hasText || this.#isWhole) this.#pieces.push(...this.#gaps);
    this.#pieces.push(piece);
    this.#hasText = true;
    this.#pass(true);
  }

  /** Passes a segment without a translation, which may still have a piece. */
  empty(piece?: Piece, before?: Piece): void {
    if (before !== undefined) this.#pieces.push(before);
    if (piece !== undefined) this.#pieces.push(piece);
    this.#pass(false);
  }

  /** Ends the list with what stands behind the last segment. */
  end(tail?: Piece): readonly Piece[] {
    if (tail !== undefined) this.#pieces.push(tail);
    else if (this.#hasText && this.#isWhole) this.#pieces.push(...this.#gaps);
    return this.#pieces;
  }

  #pass(isWhole: boolean): void {
    this.#gaps = [];
    this.#isWhole = isWhole;
  }
}

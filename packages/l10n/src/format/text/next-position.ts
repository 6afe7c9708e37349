/** Finds the next occurrence of a mark that is rare, and searches again only behind it. Positions rise. */
export class NextPosition {
  readonly #text: string;
  readonly #mark: string;
  #next = -1;

  constructor(text: string, mark: string) {
    this.#text = text;
    this.#mark = mark;
  }

  /** Returns the position of the first mark at or behind a position; the length of the text where there is none. */
  from(at: number): number {
    if (this.#next < at) {
      const index = this.#text.indexOf(this.#mark, at);
      this.#next = index < 0 ? this.#text.length : index;
    }
    return this.#next;
  }
}

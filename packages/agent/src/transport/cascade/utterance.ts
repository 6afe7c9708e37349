/** The audio of one utterance, readable while it is spoken. */
export class Utterance implements AsyncIterable<Uint8Array> {
  #pieces: Uint8Array[] = [];
  #wake: () => void = () => undefined;
  #isOver = false;

  write(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#pieces.push(piece);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const pieces = this.#pieces.splice(0);
      yield* pieces;
      if (pieces.length > 0) continue;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

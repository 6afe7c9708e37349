/** Adds up the time in which people are asked; questions at the same time count once. */
export class AskTime {
  #open = 0;
  #sinceMs = 0;
  #pastMs = 0;

  get ms(): number {
    return this.#pastMs + (this.#open === 0 ? 0 : performance.now() - this.#sinceMs);
  }

  /** Counts until the question is over. */
  async during<Answer>(question: Promise<Answer>): Promise<Answer> {
    if (this.#open === 0) this.#sinceMs = performance.now();
    this.#open += 1;
    try {
      return await question;
    } finally {
      this.#pastMs = this.ms;
      this.#sinceMs = performance.now();
      this.#open -= 1;
    }
  }
}

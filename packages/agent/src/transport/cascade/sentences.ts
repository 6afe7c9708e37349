/** Length above which a sentence is cut at its last pause, so that nobody waits for its end. */
const LONG = 240;

/** Collects text as it is written and returns whole sentences, so that each can be said while the next is written. */
export class Sentences {
  #text = '';

  add(text: string): readonly string[] {
    this.#text += text;
    const found: string[] = [];
    for (let end = this.#findEnd(); end > 0; end = this.#findEnd()) {
      found.push(this.#text.slice(0, end));
      this.#text = this.#text.slice(end);
    }
    return found.filter((sentence) => sentence.trim() !== '');
  }

  /** Returns what is left, and forgets it. */
  flush(): readonly string[] {
    const rest = this.#text;
    this.#text = '';
    return rest.trim() === '' ? [] : [rest];
  }

  #findEnd(): number {
    const end = /[.!?…]["')\]]*\s|[。！？]|\n/.exec(this.#text);
    if (end !== null && end.index < LONG) return end.index + end[0].length;
    if (this.#text.length < LONG) return 0;
    const pause = Math.max(...[', ', '; ', ': ', ' '].map((mark) => this.#text.lastIndexOf(mark, LONG)));
    return pause > 0 ? pause + 1 : LONG;
  }
}

import { digest } from '@helve/core';

/**
 * Texts of one document that must not be told, such as an id with a name in it, and what is told instead. The document
 * itself keeps them: they are the keys by which it is written.
 */
export class Pseudonyms {
  readonly #shown = new Map<string, string>();
  readonly #own = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#shown.size === 0;
  }

  readonly conceal = (text: string, shown: string): void => {
    if (text === shown) return;
    this.#shown.set(text, shown);
    this.#own.set(shown, text);
  };

  /** Conceals a text that was not searched for private data: its digest is shown instead. */
  readonly concealByDigest = (text: string): void => {
    if (!this.#shown.has(text)) this.conceal(text, digest(text));
  };

  /** Gives the pseudonym of a text, or the text itself when it has none. */
  readonly shown = (text: string): string => (this.isEmpty ? text : (this.#shown.get(text) ?? text));

  /** Returns the original of a pseudonym, or the text itself when it is none. */
  readonly original = (shown: string): string => (this.isEmpty ? shown : (this.#own.get(shown) ?? shown));

  /** A message in which none of the texts is left. */
  redactMessage(message: string): string {
    if (this.isEmpty) return message;
    const longestFirst = [...this.#shown].toSorted(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((text, [own, shown]) => text.replaceAll(own, () => shown), message);
  }

  /** Copies data with pseudonyms instead of the concealed texts. */
  redact<T>(value: T): T {
    return this.isEmpty ? value : (this.#redacted(value) as T);
  }

  #redacted(value: unknown): unknown {
    if (typeof value === 'string') return this.shown(value);
    if (Array.isArray(value)) return value.map((item) => this.#redacted(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.shown(key), this.#redacted(inner)]));
  }
}

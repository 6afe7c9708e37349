const hidden = '[secret]';

/** A value that prints as `[secret]` wherever it is printed; only `reveal` gives it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  /** Shown by `util.inspect`, and with it by `console.log`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}

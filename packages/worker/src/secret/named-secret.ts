import { Secret } from '@helve/core';

/** A secret that prints as `[secret:NAME]`. */
export class NamedSecret extends Secret {
  readonly #shown: string;

  constructor(name: string, value: string) {
    super(value);
    this.#shown = maskedSecret(name);
  }

  override toString(): string {
    return this.#shown;
  }

  override toJSON(): string {
    return this.#shown;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.#shown;
  }
}

/** Returns the replacement text of a secret. */
export function maskedSecret(name: string): string {
  return `[secret:${name}]`;
}

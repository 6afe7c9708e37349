import type { Loss } from '@helve/core';

/** Losses of a projection, each reported once. */
export class Losses {
  readonly #losses = new Map<string, Loss>();
  refused = false;

  /** Adds a loss; a refusal means that the form is not made at all. */
  add(loss: Loss): void {
    if (loss.action === 'refused') this.refused = true;
    const key = JSON.stringify([loss.pointer, loss.keyword, loss.action, loss.note]);
    if (!this.#losses.has(key)) this.#losses.set(key, Object.freeze(loss));
  }

  list(): readonly Loss[] {
    return Object.freeze([...this.#losses.values()]);
  }
}

import type { TransportEvent } from '../contract/transport.js';
import type { TransportLoss } from './protocol.js';

/** Losses of a transport: each is reported once. */
export class Losses {
  readonly #reported = new Set<string>();
  readonly #push: (event: TransportEvent) => void;

  constructor(push: (event: TransportEvent) => void) {
    this.#push = push;
  }

  report(losses: readonly TransportLoss[]): void {
    for (const { what, note } of losses) {
      const key = `${what}: ${note}`;
      if (this.#reported.has(key)) continue;
      this.#reported.add(key);
      this.#push({ type: 'loss', what, note });
    }
  }

  /** Reports messages of kinds that this transport does not know. */
  ignore(kinds: readonly string[]): void {
    this.report(kinds.map((kind) => ({ what: 'message', note: `messages of the kind "${kind}" are ignored` })));
  }
}

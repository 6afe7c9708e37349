import { flowErrors, type Part } from '@helve/flow';
import type { LayerChain, LayerChains } from './layer-chains.js';
import { Bypass } from './bypass.js';

type LayerStart = Extract<Part, { kind: 'layer-start' }>;

/**
 * Sends each embedded layer through its chain and keeps the order:
 *
 *     root ── start ─┬─ a ── b ─┬──────────────┬─ c ─┬─ end ──▶
 *                    └── chain ─┘ inner: chain └─────┘
 *
 * An inner layer with a chain of its own bypasses the outer one's; one without belongs to the outer layer.
 */
export class LayerRouter {
  readonly #chains: LayerChains;
  readonly #input: AsyncIterator<Part>;

  constructor(chains: LayerChains, input: AsyncIterable<Part>) {
    this.#chains = chains;
    this.#input = input[Symbol.asyncIterator]();
  }

  async *run(): AsyncIterable<Part> {
    try {
      for (;;) {
        const part = await this.#next();
        if (part === undefined) return;
        const chain = part.kind === 'layer-start' ? this.#chains.chainFor(part.layer) : undefined;
        if (chain === undefined || part.kind !== 'layer-start') yield part;
        else yield* this.#layer(part, chain);
      }
    } finally {
      await this.#input.return?.();
    }
  }

  async *#layer(start: LayerStart, chain: LayerChain): AsyncIterable<Part> {
    const bypass = new Bypass();
    const state = { open: true };
    yield* bypass.join(chain(this.#own(start, bypass, state)));
    if (!state.open) return;
    const problem = `a step stopped before the end of layer "${start.layer.id}"`;
    throw flowErrors.create('FLOW_SHAPE', { tool: 'layer-processor', problem });
  }

  /** Yields the parts of one layer, without those of inner layers that have a chain. */
  async *#own(start: LayerStart, bypass: Bypass, state: { open: boolean }): AsyncIterable<Part> {
    yield bypass.give(start);
    for (;;) {
      const part = await this.#next();
      if (part === undefined) break;
      const chain = part.kind === 'layer-start' ? this.#chains.chainFor(part.layer) : undefined;
      if (part.kind === 'layer-start' && chain !== undefined) {
        for await (const inner of this.#layer(part, chain)) bypass.add(inner);
        continue;
      }
      yield bypass.give(part);
      if (part.kind === 'layer-end' && part.id === start.layer.id) break;
    }
    state.open = false;
  }

  async #next(): Promise<Part | undefined> {
    if (this.#chains.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    const { done, value } = await this.#input.next();
    return done === true ? undefined : value;
  }
}

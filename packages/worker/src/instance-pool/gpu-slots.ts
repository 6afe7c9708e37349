import type { ResourceProbe } from '../admission/resource-probe.js';
import { CapabilityResourceError } from '../error/resource-errors.js';

/** The graphics cards of a host; each belongs to one worker at a time. */
export class GpuSlots {
  readonly #probe: ResourceProbe;
  readonly #taken = new Set<string>();

  constructor(probe: ResourceProbe) {
    this.#probe = probe;
  }

  /** Takes free cards; throws when there are too few. */
  async take(count: number, instanceId: string): Promise<readonly string[]> {
    if (count === 0) return [];
    const cards = (await this.#probe.cards?.()) ?? [];
    const free = cards.filter((card) => !this.#taken.has(card)).slice(0, count);
    if (free.length < count) throw tooFew(instanceId, count, free.length, cards.length);
    for (const card of free) this.#taken.add(card);
    return free;
  }

  release(cards: readonly string[]): void {
    for (const card of cards) this.#taken.delete(card);
  }
}

function tooFew(instanceId: string, wanted: number, free: number, all: number): CapabilityResourceError {
  const state = all === 0 ? 'this machine shows none' : `${free} of ${all} are free`;
  return new CapabilityResourceError(
    `Cannot start a worker of "${instanceId}": it takes ${wanted} GPUs, and ${state}`,
    {
      instanceId,
      retriable: all >= wanted,
    },
  );
}

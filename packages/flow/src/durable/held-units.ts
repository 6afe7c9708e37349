import type { Claim, Engine } from '../contract/engine.js';
import type { FlowClock } from '../contract/tool.js';

interface HeldUnit {
  readonly claim: Claim;
  readonly lost: AbortController;
  readonly yielding: AbortController;
}

/** The process did something else when it was to renew leases. */
export interface LoopLag {
  readonly lagMs: number;
  /** The claims that came near their end. */
  readonly claims: readonly Claim[];
}

interface BeatOptions {
  readonly heartbeatMs: number;
  readonly onLag: ((lag: LoopLag) => void) | undefined;
}

/** The claims that one worker holds, kept alive by one heartbeat for all of them. */
export class HeldUnits {
  readonly #engine: Engine;
  readonly #held = new Set<HeldUnit>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add(claim: Claim): HeldUnit {
    const unit = { claim, lost: new AbortController(), yielding: new AbortController() };
    this.#held.add(unit);
    return unit;
  }

  remove(unit: HeldUnit): void {
    this.#held.delete(unit);
  }

  /** Asks all of them to stop where they are; what they have recorded stays. */
  yieldAll(): void {
    for (const { yielding } of this.#held) yielding.abort();
  }

  /** Beats until the signal aborts. While the journal is away the units go on for as long as their leases last. */
  async beat(clock: FlowClock, { heartbeatMs, onLag }: BeatOptions, stop: AbortSignal): Promise<void> {
    for (;;) {
      const due = clock.now() + heartbeatMs;
      await clock.sleep(heartbeatMs, stop).catch(() => undefined);
      if (stop.aborted) return;
      const lagMs = clock.now() - due;
      const late = [...this.#held].map(({ claim }) => claim).filter(({ leaseMs }) => lagMs > leaseMs / 3);
      if (late.length > 0) onLag?.({ lagMs, claims: late });
      const units = [...this.#held];
      if (units.length === 0) continue;
      const states = await this.#engine.heartbeat(units.map(({ claim }) => claim)).catch(() => []);
      for (const [index, state] of states.entries()) {
        if (state === 'lost') units[index]?.lost.abort();
        if (state === 'yield') units[index]?.yielding.abort();
      }
    }
  }
}

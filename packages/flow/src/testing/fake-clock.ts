import type { FlowClock } from '../contract/tool.js';

/** A clock that stands still until it is moved; it keeps a list of every wait that was asked for. */
export interface FakeClock extends FlowClock {
  readonly waits: readonly number[];
  /** Moves the time on, and lets whoever is due by then go on. */
  advance(ms: number): Promise<void>;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Makes a fake clock; with `autoAdvance` a sleep moves the time itself and is over at once. */
export function fakeClock({ autoAdvance = false }: { readonly autoAdvance?: boolean } = {}): FakeClock {
  let time = 0;
  const waits: number[] = [];
  const sleepers = new Set<Sleeper>();

  return {
    waits,
    now: () => time,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      if (autoAdvance) {
        time += ms;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const sleeper = { due: time + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => sleepers.delete(sleeper) && reject(signal.reason), { once: true });
      });
    },
    async advance(ms) {
      time += ms;
      for (const sleeper of [...sleepers].toSorted((a, b) => a.due - b.due)) {
        if (sleeper.due <= time && sleepers.delete(sleeper)) sleeper.wake();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** The right to run, until it is given back. */
export interface Slot {
  release(): void | Promise<void>;
}

/** Why there is no slot. */
export type NoSlot = 'queue-full' | 'wait-over' | 'cancelled';

export interface SlotRequest {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

export interface LocalSlots {
  take(key: string, request: SlotRequest): Promise<Slot | NoSlot>;
}

interface Line {
  taken: number;
  /** Each is called once, with its slot, when its turn has come. */
  readonly waiting: Set<() => void>;
}

/** Slots of one process: so many at a time for each key, first come, first served. */
export function createLocalSlots({ limit, queue }: { readonly limit: number; readonly queue: number }): LocalSlots {
  const lines = new Map<string, Line>();

  const leave = (key: string, line: Line) => {
    line.taken -= 1;
    for (const serve of line.waiting) {
      line.waiting.delete(serve);
      return serve();
    }
    if (line.taken === 0) lines.delete(key);
  };
  const enter = (key: string, line: Line): Slot => {
    line.taken += 1;
    let held = true;
    return {
      release() {
        if (held) leave(key, line);
        held = false;
      },
    };
  };

  return {
    async take(key, { signal, waitMs }) {
      if (signal.aborted) return 'cancelled';
      const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.taken < limit) return enter(key, line);
      if (line.waiting.size >= queue || waitMs === 0) return 'queue-full';
      return new Promise((resolve) => {
        const end = (result: Slot | NoSlot) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          line.waiting.delete(serve);
          resolve(result);
        };
        const serve = () => end(enter(key, line));
        const cancel = () => end('cancelled');
        const timer = setTimeout(() => end('wait-over'), waitMs);
        signal.addEventListener('abort', cancel, { once: true });
        line.waiting.add(serve);
      });
    },
  };
}

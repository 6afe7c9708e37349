import type { Answer } from '../answer.js';
import { FairQueue } from './fair-queue.js';

/** The right to run, until it is given back. */
export interface Slot {
  release(): void | Promise<void>;
}

/** Why there is no slot. */
export type NoSlot = 'queue-full' | 'wait-over' | 'cancelled';

export interface SlotRequest {
  /** Asked for only by those who wait. */
  readonly signal: AbortSignal;
  /** Whose call it is; asked for only by those who wait. */
  readonly owner: string;
  readonly waitMs: number;
}

export interface LocalSlots {
  take(key: string, request: SlotRequest): Answer<Slot | NoSlot>;
}

/** How many lines without anybody in them are kept, so that the next to come finds one. */
const idleLines = 1_000;

/** Slots of one process: so many at a time for each key. Owners who wait have them in turns, and a queue each. */
export function createLocalSlots({ limit, queue }: { readonly limit: number; readonly queue: number }): LocalSlots {
  const lines = new Map<string, Line>();
  const onIdle = (line: Line) => {
    if (lines.size > idleLines && lines.get(line.key) === line) lines.delete(line.key);
  };
  const lineOf = (key: string): Line => {
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = new Line(key, onIdle);
    lines.set(key, line);
    return line;
  };

  return {
    take(key, request) {
      const line = lineOf(key);
      // The common case: there is room.
      if (line.taken < limit) return line.enter();
      if (queue === 0 || request.waitMs === 0 || line.waiting.sizeOf(request.owner) >= queue) return 'queue-full';
      return line.wait(request);
    },
  };
}

/** Those who run under one key, and those who wait for them. */
class Line {
  readonly key: string;
  readonly #onIdle: (line: Line) => void;
  /** Each is called once, with its slot, when its turn has come. */
  readonly waiting = new FairQueue<() => void>();
  taken = 0;

  constructor(key: string, onIdle: (line: Line) => void) {
    this.key = key;
    this.#onIdle = onIdle;
  }

  enter(): Slot {
    this.taken += 1;
    return new LocalSlot(this);
  }

  leave(): void {
    this.taken -= 1;
    const serve = this.waiting.take();
    if (serve !== undefined) serve();
    else if (this.taken === 0) this.#onIdle(this);
  }

  wait({ signal, waitMs, owner }: SlotRequest): Answer<Slot | NoSlot> {
    if (signal.aborted) return 'cancelled';
    return new Promise((resolve) => {
      const end = (result: Slot | NoSlot) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.waiting.delete(owner, serve);
        resolve(result);
      };
      const serve = () => end(this.enter());
      const cancel = () => end('cancelled');
      const timer = setTimeout(() => end('wait-over'), waitMs);
      signal.addEventListener('abort', cancel, { once: true });
      this.waiting.add(owner, serve);
    });
  }
}

class LocalSlot implements Slot {
  #line: Line | undefined;

  constructor(line: Line) {
    this.#line = line;
  }

  release(): void {
    const line = this.#line;
    this.#line = undefined;
    line?.leave();
  }
}

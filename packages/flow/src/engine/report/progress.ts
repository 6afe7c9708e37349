import type { JsonObject } from '@helve/core';

/** Progress events of a run. */
export const progressKinds = Object.freeze([
  'start',
  'plan',
  'file-start',
  'step',
  'file-done',
  'warning',
  'loss',
  'done',
] as const);
export type ProgressKind = (typeof progressKinds)[number];

/** One line of `helve.progress/v1`. */
export interface ProgressEvent {
  readonly schema: 'helve.progress/v1';
  readonly seq: number;
  readonly kind: ProgressKind;
  readonly document?: string;
  readonly node?: string;
  readonly tool?: string;
  readonly data?: JsonObject;
}

export type ProgressFacts = Omit<ProgressEvent, 'schema' | 'seq' | 'kind'>;

/** Between two events of kind `step`: five a second at most. */
const STEP_EVERY_MS = 200;

/** Numbers events, throttles those of steps, and drops everything after `done`. */
export class Progress {
  readonly #listener: ((event: ProgressEvent) => void) | undefined;
  readonly #pace: StepPace;
  #seq = 0;
  #done = false;

  constructor(listener: ((event: ProgressEvent) => void) | undefined, now: () => number) {
    this.#listener = listener;
    this.#pace = new StepPace(now);
  }

  report(kind: ProgressKind, facts: ProgressFacts = {}): void {
    if (this.#listener === undefined || this.#done) return;
    if (!this.#pace.admits(kind)) return;
    this.#done = kind === 'done';
    this.#listener(Object.freeze({ schema: 'helve.progress/v1', seq: (this.#seq += 1), kind, ...facts }));
  }
}

/** Lets events of steps pass now and then, and all others. */
export class StepPace {
  readonly #now: () => number;
  #next = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  admits(kind: ProgressKind): boolean {
    if (kind !== 'step') return true;
    const now = this.#now();
    if (now < this.#next) return false;
    this.#next = now + STEP_EVERY_MS;
    return true;
  }
}

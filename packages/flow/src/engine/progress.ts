import type { JsonObject } from '@helve/core';

/** Everything that is told while a run goes on. */
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

/** Numbers events, thins those of steps out, and says nothing after `done`. */
export class Progress {
  readonly #listener: ((event: ProgressEvent) => void) | undefined;
  readonly #now: () => number;
  #seq = 0;
  #nextStep = -Infinity;
  #done = false;

  constructor(listener: ((event: ProgressEvent) => void) | undefined, now: () => number) {
    this.#listener = listener;
    this.#now = now;
  }

  tell(kind: ProgressKind, facts: ProgressFacts = {}): void {
    if (this.#listener === undefined || this.#done) return;
    if (kind === 'step' && !this.#mayStep()) return;
    this.#done = kind === 'done';
    this.#listener(Object.freeze({ schema: 'helve.progress/v1', seq: (this.#seq += 1), kind, ...facts }));
  }

  #mayStep(): boolean {
    const now = this.#now();
    if (now < this.#nextStep) return false;
    this.#nextStep = now + STEP_EVERY_MS;
    return true;
  }
}

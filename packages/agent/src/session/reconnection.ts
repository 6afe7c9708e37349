import { backoff, callAfter, type Clock } from '@helve/core';

/** The form in which a conversation goes on: the provider remembers it, or it was told once more. */
export type Reconnected = 'handle' | 'history';

export interface ReconnectionPlan {
  /** Continues the conversation of the earlier connection. */
  readonly handle?: string | undefined;
  /** Waits for a pause before the present connection is given up. */
  readonly when?: { readonly timeLeftMs?: number; isIdle(): boolean } | undefined;
  readonly clock?: Clock;
  began(): void;
  open(handle: string | undefined): Promise<void>;
}

/** Time in which a handle has to lead back into the conversation. */
const RESUME_MS = 2_000;
/** Time in which a new connection has to be there. */
const OPEN_MS = 10_000;
const ATTEMPTS = 6;
/** Time before the end of a connection at which it is left, pause or not. */
const MARGIN_MS = 1_500;
/** Time until the end of a connection whose provider does not say. */
const UNKNOWN_LEFT_MS = 10_000;
const IDLE_CHECK_MS = 20;

/**
 * One way back into a conversation:
 *
 *     a pause, if there is time ▸ by its handle, within 2 s ▸ else from its history, several times
 */
export class Reconnection {
  readonly plan: ReconnectionPlan;
  /** Resolves when there is a connection; undefined when it was stopped. */
  readonly done: Promise<Reconnected | undefined>;
  #stopped = false;
  #underway = false;

  constructor(plan: ReconnectionPlan) {
    this.plan = plan;
    this.done = this.#run();
    this.done.catch(() => undefined);
  }

  /** True when the earlier connection takes nothing any more. */
  get underway(): boolean {
    return this.#underway;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<Reconnected | undefined> {
    await this.#untilPause();
    if (this.#stopped) return undefined;
    this.#underway = true;
    this.plan.began();
    if (this.plan.handle !== undefined && (await this.#try(this.plan.handle, RESUME_MS)) === undefined) return 'handle';
    for (let attempt = 1; ; attempt += 1) {
      if (this.#stopped) return undefined;
      const failure = await this.#try(undefined, OPEN_MS);
      if (failure === undefined) return 'history';
      if (attempt === ATTEMPTS) throw failure.thrown;
      await this.#pause(backoff({ attempt, baseMs: 100, capMs: 3_000 }));
    }
  }

  async #untilPause(): Promise<void> {
    const { when } = this.plan;
    if (when === undefined) return;
    let leftMs = (when.timeLeftMs ?? UNKNOWN_LEFT_MS) - MARGIN_MS;
    for (; !this.#stopped && !when.isIdle() && leftMs > 0; leftMs -= IDLE_CHECK_MS) await this.#pause(IDLE_CHECK_MS);
  }

  /** Tries to open; returns what went wrong. */
  async #try(handle: string | undefined, withinMs: number): Promise<{ readonly thrown: unknown } | undefined> {
    let stop: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      stop = this.#after(withinMs, () => reject(new Error(`no connection within ${withinMs} ms`)));
    });
    try {
      await Promise.race([this.plan.open(handle), late]);
      return undefined;
    } catch (thrown) {
      return { thrown };
    } finally {
      stop();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#after(ms, resolve));
  }

  #after(ms: number, callback: () => void): () => void {
    const { clock } = this.plan;
    return clock?.after === undefined ? callAfter(ms, callback) : clock.after(ms, callback);
  }
}

import type { CapabilityCalls } from './capability-calls.js';
import type { MaybePromise } from './maybe-promise.js';

/** What an enabled gate tells a capability. */
export interface SignalHooks {
  onDisable(): MaybePromise<void>;
  onEnable(): MaybePromise<void>;
}

/** Switches a capability off and on: each change is told once, and "off" only after the last call in flight. */
export class EnabledGate {
  readonly #hooks: SignalHooks;
  readonly #calls: CapabilityCalls;
  #enabled = true;
  #last: Promise<void> = Promise.resolve();

  constructor(hooks: SignalHooks, calls: CapabilityCalls) {
    this.#hooks = hooks;
    this.#calls = calls;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** Resolves when the capability has been told; changes are told one after the other. */
  set(
    enabled: boolean,
    tell: (hook: () => MaybePromise<void>) => MaybePromise<void> = (hook) => hook(),
  ): Promise<void> {
    if (enabled === this.#enabled) return this.#last;
    this.#enabled = enabled;
    const told = this.#last.then(() => this.#tell(enabled, tell));
    this.#last = told.catch(() => {});
    return told;
  }

  async #tell(enabled: boolean, tell: (hook: () => MaybePromise<void>) => MaybePromise<void>): Promise<void> {
    if (enabled) return tell(() => this.#hooks.onEnable());
    await this.#calls.whenIdle();
    await tell(() => this.#hooks.onDisable());
  }
}

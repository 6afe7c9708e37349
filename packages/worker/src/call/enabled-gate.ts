import type { MaybePromise } from '@helve/core';
import type { CapabilityCalls } from './capability-calls.js';

/** Hooks of a capability that are called when it is switched off or on. */
export interface SignalHooks {
  onDisable(): MaybePromise<void>;
  onEnable(): MaybePromise<void>;
}

/** Switches a capability off and on. Each change is reported once, and "off" only after the last call in flight. */
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

  /** Resolves when the hook of the capability has run; changes run one after the other. */
  set(
    enabled: boolean,
    notify: (hook: () => MaybePromise<void>) => MaybePromise<void> = (hook) => hook(),
  ): Promise<void> {
    if (enabled === this.#enabled) return this.#last;
    this.#enabled = enabled;
    const changed = this.#last.then(() => this.#notify(enabled, notify));
    this.#last = changed.catch(() => {});
    return changed;
  }

  async #notify(enabled: boolean, notify: (hook: () => MaybePromise<void>) => MaybePromise<void>): Promise<void> {
    if (enabled) return notify(() => this.#hooks.onEnable());
    await this.#calls.whenIdle();
    await notify(() => this.#hooks.onDisable());
  }
}

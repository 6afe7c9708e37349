import type { ProviderCall, ToolResultMessage } from '../contract/transport.js';

interface Slot {
  readonly call: ProviderCall;
  readonly background: boolean;
  /** The step that the call came with. */
  readonly step: object;
  message?: ToolResultMessage;
}

/** A call and its answer. */
export interface AnsweredCall {
  readonly call: ProviderCall;
  readonly message: ToolResultMessage;
  /** True for a call that the conversation did not wait for. */
  readonly background: boolean;
}

/** Calls that wait for an answer, in the order of the provider. */
export class PendingCalls {
  #slots: Slot[] = [];

  get size(): number {
    return this.#slots.length;
  }

  /** Adds the calls of one step. */
  expect(calls: readonly ProviderCall[], isBackground: (name: string) => boolean = () => false): void {
    const step = {};
    this.#slots.push(...calls.map((call) => ({ call, step, background: isBackground(call.name) })));
  }

  find(id: string): { readonly call: ProviderCall; readonly background: boolean } | undefined {
    return this.#slots.find(({ call }) => call.id === id);
  }

  /** Notes an answer; false if no call waits for it. */
  answer(message: ToolResultMessage): boolean {
    const slot = this.#slots.find(({ call, message: answered }) => call.id === message.id && answered === undefined);
    if (slot === undefined) return false;
    slot.message = message;
    return true;
  }

  /** Returns every call with its answer and removes them, once none is missing. */
  takeAll(): readonly AnsweredCall[] | undefined {
    const isComplete = this.#slots.length > 0 && this.#slots.every(({ message }) => message !== undefined);
    return isComplete ? this.takeAnswered() : undefined;
  }

  /** Returns and removes answered background calls, and the calls of every step of which none is missing. */
  takeComplete(): readonly AnsweredCall[] {
    const missing = new Set(
      this.#slots.flatMap(({ background, message, step }) => (background || message !== undefined ? [] : [step])),
    );
    return this.#take(({ background, step }) => background || !missing.has(step));
  }

  /** Returns and removes the calls that have an answer. */
  takeAnswered(): readonly AnsweredCall[] {
    return this.#take(() => true);
  }

  /** Removes all calls, and returns those without an answer. */
  takeOpen(): readonly ProviderCall[] {
    return this.#slots.splice(0).map(({ call }) => call);
  }

  /** Removes calls that the provider cancelled. */
  drop(ids: readonly string[]): void {
    this.#slots = this.#slots.filter(({ call }) => !ids.includes(call.id));
  }

  #take(isWanted: (slot: Slot) => boolean): readonly AnsweredCall[] {
    const taken: AnsweredCall[] = [];
    this.#slots = this.#slots.filter((slot) => {
      const { call, background, message } = slot;
      if (message === undefined || !isWanted(slot)) return true;
      taken.push({ call, message, background });
      return false;
    });
    return taken;
  }
}

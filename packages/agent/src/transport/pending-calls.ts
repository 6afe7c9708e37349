import type { ProviderCall, ToolResultMessage } from '../contract/transport.js';

interface Slot {
  readonly call: ProviderCall;
  message?: ToolResultMessage;
}

/** A call and its answer. */
export interface AnsweredCall {
  readonly call: ProviderCall;
  readonly message: ToolResultMessage;
}

/** The calls of a step that wait for an answer, in the order of the provider. */
export class PendingCalls {
  #slots: Slot[] = [];

  get size(): number {
    return this.#slots.length;
  }

  expect(calls: readonly ProviderCall[]): void {
    this.#slots.push(...calls.map((call) => ({ call })));
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
    const answered = this.#answered();
    if (answered.length < this.#slots.length || answered.length === 0) return undefined;
    this.#slots = [];
    return answered;
  }

  /** Returns and removes the calls that have an answer. */
  takeAnswered(): readonly AnsweredCall[] {
    const answered = this.#answered();
    this.#slots = this.#slots.filter(({ message }) => message === undefined);
    return answered;
  }

  /** Removes calls that the provider cancelled. */
  drop(ids: readonly string[]): void {
    this.#slots = this.#slots.filter(({ call }) => !ids.includes(call.id));
  }

  #answered(): readonly AnsweredCall[] {
    return this.#slots.flatMap(({ call, message }) => (message === undefined ? [] : [{ call, message }]));
  }
}

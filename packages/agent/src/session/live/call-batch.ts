import type { AnsweredCall } from '../call/call-answer.js';
import type { CallInFlight } from '../call/call-in-flight.js';
import { OrderedGate } from '../call/ordered-gate.js';

/** The calls of one step: the blocking ones are answered together, in the order of the provider. */
export class CallBatch<Call extends CallInFlight = CallInFlight> {
  readonly gate = new OrderedGate();
  readonly #blocking: Call[] = [];
  #closed = false;
  #taken = false;

  add(call: Call): void {
    if (!call.background) this.#blocking.push(call);
  }

  /** No more calls will come. */
  close(): void {
    this.#closed = true;
  }

  get isEmpty(): boolean {
    return this.#blocking.length === 0;
  }

  /** Returns the answered calls, once: as soon as none is missing. */
  takeAll(): readonly (Call & { readonly answered: AnsweredCall })[] | undefined {
    if (this.#taken || !this.#closed || this.isEmpty) return undefined;
    const answered = this.#blocking.filter(isAnswered);
    if (answered.length < this.#blocking.length) return undefined;
    this.#taken = true;
    return answered;
  }

  /** Returns the calls that are answered so far, and leaves the others to themselves. */
  breakUp(): readonly (Call & { readonly answered: AnsweredCall })[] {
    if (this.#taken) return [];
    this.#taken = true;
    return this.#blocking.filter(isAnswered);
  }
}

function isAnswered<Call extends CallInFlight>(call: Call): call is Call & { readonly answered: AnsweredCall } {
  return call.answered !== undefined;
}

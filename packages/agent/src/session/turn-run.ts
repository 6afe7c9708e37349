import type { TurnEnd, TurnEvent } from '../contract/session-event.js';
import { agentErrors } from '../agent-errors.js';
import { EventQueue } from '../transport/event-queue.js';

/** A running turn: its events, its end, and its final answer by schema. Leaving the loop early ends the turn. */
export class TurnRun<Output = undefined> implements AsyncIterable<TurnEvent> {
  readonly queue = new EventQueue<TurnEvent>();
  /** Resolves when the turn is over, even if nobody reads its events. */
  readonly done: Promise<TurnEnd>;
  /** The final answer; rejects if there is none that fits. Undefined for a turn without a schema. */
  readonly output: Promise<Output>;
  readonly #leave: () => void;
  #give: ((output: unknown) => void) | undefined;
  #settle: (reason: TurnEnd) => void = () => undefined;
  #over = false;

  constructor(leave: () => void) {
    this.#leave = leave;
    this.done = new Promise((resolve) => (this.#settle = resolve));
    // The schema that the caller has passed is the type of the value.
    this.output = new Promise((resolve) => (this.#give = (output) => resolve(output as Output)));
    // Many readers want the events alone.
    this.output.catch(() => undefined);
  }

  get over(): boolean {
    return this.#over;
  }

  /** Gives the final answer, or a rejection with the reason why there is none; the first one counts. */
  give(output: unknown): void {
    this.#give?.(output);
    this.#give = undefined;
  }

  end(reason: TurnEnd, { hasOutput = false } = {}): void {
    this.#over = true;
    if (this.#give !== undefined) this.give(hasOutput ? Promise.reject(noOutput(reason)) : undefined);
    this.queue.end();
    this.#settle(reason);
  }

  [Symbol.asyncIterator](): AsyncIterator<TurnEvent> {
    const events = this.queue[Symbol.asyncIterator]();
    return {
      next: () => events.next(),
      return: async () => {
        if (!this.#over) this.#leave();
        await this.done;
        return { done: true, value: undefined };
      },
    };
  }
}

function noOutput(reason: TurnEnd): Error {
  return agentErrors.create('AGENT_OUTPUT_INVALID', { problem: `the turn ended: ${reason}` });
}

import { RESPONSE_SCHEMA_VERSION, type ToolResponse } from '@helve/core';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';

/** A result of a call that the model has already got an answer to. */
export interface LateResult {
  readonly call: ProviderCall;
  readonly message: ToolResultMessage;
}

/**
 * The calls of a model that goes on only when every call has its answer: one that takes longer than the conversation waits
 * gets a first answer at once, and its result is told in words.
 */
export class ModelCalls {
  /** Calls that the model waits for. */
  readonly #open = new Map<string, ProviderCall>();
  /** Calls with a first answer. */
  readonly #late = new Map<string, ProviderCall>();

  get size(): number {
    return this.#open.size;
  }

  expect(call: ProviderCall): void {
    this.#open.set(call.id, call);
  }

  /** Gives open calls their first answers. */
  defer(isMeant: (call: ProviderCall) => boolean): readonly ToolResultMessage[] {
    const calls = [...this.#open.values()].filter(isMeant);
    for (const call of calls) {
      this.#open.delete(call.id);
      this.#late.set(call.id, call);
    }
    return calls.map(toFirstAnswer);
  }

  /** Sorts results: answers that the model waits for, and results that came too late for that. */
  take(results: readonly ToolResultMessage[]): {
    readonly answers: readonly ToolResultMessage[];
    readonly late: readonly LateResult[];
  } {
    const answers = results.filter(({ id }) => this.#open.delete(id));
    const late = results.flatMap((message) => {
      const call = this.#late.get(message.id);
      return call === undefined || !this.#late.delete(message.id) ? [] : [{ call, message }];
    });
    return { answers, late };
  }
}

function toFirstAnswer({ id, name }: ProviderCall): ToolResultMessage {
  const result: ToolResponse = {
    ok: true,
    data: { status: 'running', note: 'The result follows later: go on without it, and do not call again' },
    intents: [],
    meta: {
      toolId: name,
      toolVersion: null,
      registryVersion: '',
      requestId: id,
      duration: 0,
      responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
    },
  };
  return { id, name, result };
}

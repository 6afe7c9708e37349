import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import type { AnswerReader, MakeId, ModelAnswer } from '../protocol.js';
import { asJson, toCount, toFields, toList, toText, type Fields } from '../read-field.js';

/** Reads the chunks of a streamed chat. */
export function createReader(makeId: MakeId): AnswerReader {
  return new ChatReader(makeId);
}

/** Reads a whole chat response. */
export function readResponse(response: unknown, makeId: MakeId): ModelAnswer {
  const reader = new ChatReader(makeId);
  reader.read(response);
  return reader.finish();
}

/** Returns the calls of one chunk or response: Ollama sends them whole. */
export function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  return toList(toFields(toFields(event)['message'])['tool_calls']).map((raw) => toCall(toFields(raw), makeId));
}

class ChatReader implements AnswerReader {
  readonly #makeId: MakeId;
  readonly #calls: ProviderCall[] = [];
  readonly #raw: unknown[] = [];
  #content = '';
  #thinking = '';
  #last: Fields = {};

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const fields = toFields(chunk);
    const message = toFields(fields['message']);
    const text = toText(message['content']);
    this.#content += text;
    const thought = toText(message['thinking']);
    this.#thinking += thought;
    this.#raw.push(...toList(message['tool_calls']));
    this.#calls.push(...readCalls(chunk, this.#makeId));
    if (fields['done'] === true) this.#last = fields;
    return [
      ...(thought === '' ? [] : [{ type: 'reasoning', text: thought } as const]),
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ];
  }

  end(gaps: boolean): ModelAnswer | undefined {
    return this.#last['done'] !== true && !gaps ? undefined : this.finish();
  }

  finish(): ModelAnswer {
    const message = {
      role: 'assistant',
      content: this.#content,
      ...(this.#thinking === '' ? {} : { thinking: this.#thinking }),
      ...(this.#raw.length === 0 ? {} : { tool_calls: this.#raw }),
    };
    const empty = this.#content === '' && this.#raw.length === 0;
    return {
      calls: this.#calls,
      text: this.#content,
      reason: toStepEnd(this.#last['done_reason'], this.#calls.length > 0),
      items: empty ? [] : [asJson(message)],
      ...toUsage(this.#last),
    };
  }
}

function toCall(raw: Fields, makeId: MakeId): ProviderCall {
  const called = toFields(raw['function']);
  return { id: makeId(), name: toText(called['name']), args: called['arguments'], raw };
}

function toStepEnd(done: unknown, hasCalls: boolean): StepEnd {
  if (done === 'length') return 'length';
  return hasCalls ? 'calls' : 'stop';
}

function toUsage({ prompt_eval_count: input, eval_count: output }: Fields): Pick<ModelAnswer, 'usage'> {
  if (typeof output !== 'number') return {};
  return { usage: { inputTokens: toCount(input), outputTokens: output } };
}

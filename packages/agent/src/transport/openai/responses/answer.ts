import { cached } from '../../cached.js';
import type { ProviderCall, StepEnd, TransportEvent } from '../../../contract/transport.js';
import type { AnswerReader, MakeId, ModelAnswer } from '../../protocol.js';
import { toProviderError } from '../../provider-error.js';
import { asJson, toCount, toFields, toList, parseJson, toText, type Fields } from '../../read-field.js';

const callTypes: readonly unknown[] = ['function_call', 'custom_tool_call'];

/** Reads the events of a streamed response. */
export function createReader(makeId: MakeId): AnswerReader {
  return new ResponsesReader(makeId);
}

/** Reads a `response` object. */
export function readResponse(response: unknown, makeId: MakeId): ModelAnswer {
  const { output } = toFields(response);
  return toAnswer(toList(output).map(toFields), toFields(response), makeId);
}

/** Returns the calls of a finished item, of a finished response, or of a response object. */
export function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  const { type, item, response, output } = toFields(event);
  if (type === 'response.output_item.done') return toCalls([toFields(item)], false, makeId);
  return toCalls(toList(toFields(response)['output'] ?? output).map(toFields), false, makeId);
}

class ResponsesReader implements AnswerReader {
  readonly #makeId: MakeId;
  /** Open items by their own id, the only one that later events name. */
  readonly #open = new Map<string, { item: Fields; text: string }>();
  readonly #items: Fields[] = [];
  #response: Fields | undefined;

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const event = toFields(chunk);
    switch (event['type']) {
      case 'response.output_text.delta':
        return [{ type: 'text', text: toText(event['delta']) }];
      case 'response.output_item.added':
        return this.#begin(toFields(event['item']));
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.#grow(event);
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return [{ type: 'reasoning', text: toText(event['delta']) }];
      case 'response.output_item.done':
        this.#close(toFields(event['item']));
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#response = toFields(event['response']);
        return [];
      case 'error':
        throw toProviderError('openai', { error: event['error'] ?? event });
      default:
        return [];
    }
  }

  /** Without the closing event, complete items serve as the answer, if it may have been among the unreadable events. */
  end(gaps: boolean): ModelAnswer | undefined {
    if (this.#response !== undefined) {
      return toAnswer([...this.#items, ...this.#unfinished()], this.#response, this.#makeId);
    }
    const isComplete = gaps && this.#items.length > 0 && this.#open.size === 0;
    return isComplete ? toAnswer(this.#items, { status: 'completed' }, this.#makeId) : undefined;
  }

  #begin(item: Fields): readonly TransportEvent[] {
    this.#open.set(toText(item['id']), { item, text: '' });
    return callTypes.includes(item['type']) ? [toDelta(item, '')] : [];
  }

  #grow(event: Fields): readonly TransportEvent[] {
    const open = this.#open.get(toText(event['item_id']));
    if (open === undefined) return [];
    const delta = toText(event['delta']);
    open.text += delta;
    return [toDelta(open.item, delta)];
  }

  #close(item: Fields): void {
    const open = this.#open.get(toText(item['id']));
    this.#open.delete(toText(item['id']));
    this.#items.push(open === undefined ? item : withText(item, open.text));
  }

  /** Returns calls that were cut off; other unfinished items cannot be sent again. */
  #unfinished(): readonly Fields[] {
    const open = [...this.#open.values()].filter(({ item }) => callTypes.includes(item['type']));
    return open.map(({ item, text }) => ({ ...withText(item, text), status: 'incomplete' }));
  }
}

function toDelta({ call_id: id, name }: Fields, delta: string): TransportEvent {
  return { type: 'call_delta', id: toText(id), name: toText(name), delta };
}

/** Returns an item with its whole text; joins the pieces where it is missing. */
function withText(item: Fields, text: string): Fields {
  const field = item['type'] === 'custom_tool_call' ? 'input' : 'arguments';
  if (!callTypes.includes(item['type']) || toText(item[field]) !== '') return item;
  return { ...item, [field]: text };
}

function toAnswer(items: readonly Fields[], response: Fields, makeId: MakeId): ModelAnswer {
  const { status, error, usage, id } = response;
  if (status === 'failed' || status === 'cancelled') {
    throw toProviderError('openai', { error: error ?? { message: `the response is ${status}` } });
  }
  const cut = toFields(response['incomplete_details'])['reason'] === 'max_output_tokens';
  const calls = toCalls(items, cut, makeId);
  return {
    calls,
    text: contentTexts(items, 'output_text', 'text'),
    ...toEnd(response, items, calls.length > 0),
    items: items.map(asJson),
    ...toUsage(usage),
    ...(toText(id) === '' ? {} : { responseId: toText(id) }),
  };
}

function toCalls(items: readonly Fields[], cut: boolean, makeId: MakeId): readonly ProviderCall[] {
  const found = items.filter((item) => callTypes.includes(item['type']));
  return found.map((item, position) => {
    const args = item['type'] === 'custom_tool_call' ? item['input'] : item['arguments'];
    const last = position === found.length - 1;
    const truncated = item['status'] === 'incomplete' || (cut && (last || parseJson(toText(args)) === undefined));
    return {
      id: toText(item['call_id']) || makeId(),
      name: toText(item['name']),
      args,
      raw: item,
      ...(truncated ? { truncated } : {}),
      ...(toFields(item['caller'])['type'] === 'program' ? { byProgram: true } : {}),
    };
  });
}

function toEnd(response: Fields, items: readonly Fields[], hasCalls: boolean): Pick<ModelAnswer, 'reason' | 'detail'> {
  const refusal = contentTexts(items, 'refusal', 'refusal');
  if (refusal !== '') return { reason: 'refusal', detail: refusal };
  if (response['status'] !== 'incomplete') return { reason: hasCalls ? 'calls' : 'stop' };
  const cause = toText(toFields(response['incomplete_details'])['reason']);
  const reason: StepEnd = cause === 'content_filter' ? 'filtered' : 'length';
  return { reason, detail: cause };
}

function contentTexts(items: readonly Fields[], type: string, field: string): string {
  const parts = items.flatMap((item) => toList(item['content']).map(toFields));
  return parts
    .filter((part) => part['type'] === type)
    .map((part) => toText(part[field]))
    .join('');
}

function toUsage(usage: unknown): Pick<ModelAnswer, 'usage'> {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = toFields(usage);
  if (typeof input !== 'number') return {};
  const read = toCount(toFields(details)['cached_tokens']);
  return { usage: { inputTokens: input, outputTokens: toCount(output), ...cached(read) } };
}

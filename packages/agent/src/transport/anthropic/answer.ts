import { cached } from '../cached.js';
import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import type { AnswerReader, MakeId, ModelAnswer } from '../protocol.js';
import { toProviderError } from '../provider-error.js';
import { asJson, toCount, toFields, isFields, toList, parseJson, toText, type Fields } from '../read-field.js';

/** A content block in progress; `json` is the text of its input so far. */
interface Block {
  fields: Record<string, unknown>;
  json: string;
}

const ends: Readonly<Record<string, StepEnd>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'calls',
  max_tokens: 'length',
  refusal: 'refusal',
  pause_turn: 'paused',
  model_context_window_exceeded: 'context-full',
};

/** The text field of a block that each kind of delta extends. */
const growing: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  compaction_delta: 'content',
};

/** Reads the events of a streamed message. */
export function createReader(makeId: MakeId): AnswerReader {
  return new MessageReader(makeId);
}

/** Reads a `message`. */
export function readResponse(response: unknown, makeId: MakeId): ModelAnswer {
  const message = toFields(response);
  return toAnswer(toList(message['content']).map(toBlock), message, toFields(message['usage']), makeId);
}

/** Returns the calls of a message; stream events hold pieces, which only a reader can join. */
export function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  return toCalls(toList(toFields(event)['content']).map(toBlock), false, makeId);
}

class MessageReader implements AnswerReader {
  readonly #makeId: MakeId;
  readonly #blocks: Block[] = [];
  /** Blocks by the index that deltas name. */
  readonly #open = new Map<unknown, Block>();
  #message: Fields = {};
  #usage: Fields = {};

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const event = toFields(chunk);
    switch (event['type']) {
      case 'message_start':
        return this.#begin(toFields(event['message']));
      case 'content_block_start':
        return this.#startBlock(event);
      case 'content_block_delta':
        return this.#grow(event);
      case 'message_delta':
        this.#message = { ...this.#message, ...toFields(event['delta']) };
        this.#usage = { ...this.#usage, ...toFields(event['usage']) };
        return [];
      case 'error':
        throw toProviderError('anthropic', event);
      default:
        return [];
    }
  }

  end(gaps: boolean): ModelAnswer | undefined {
    if (toText(this.#message['stop_reason']) === '' && !gaps) return undefined;
    return toAnswer(this.#blocks, this.#message, this.#usage, this.#makeId);
  }

  /** Begins a message, which may contain complete blocks already. */
  #begin(message: Fields): readonly TransportEvent[] {
    this.#open.clear();
    this.#message = { ...this.#message, ...message };
    this.#usage = { ...this.#usage, ...toFields(message['usage']) };
    for (const block of toList(message['content'])) this.#blocks.push(toBlock(block));
    return [];
  }

  #startBlock(event: Fields): readonly TransportEvent[] {
    const block = toBlock(event['content_block']);
    this.#open.set(event['index'], block);
    this.#blocks.push(block);
    const { type, text, id, name } = block.fields;
    if (type === 'tool_use') return [{ type: 'call_delta', id: toText(id), name: toText(name), delta: '' }];
    return type === 'text' && toText(text) !== '' ? [{ type: 'text', text: toText(text) }] : [];
  }

  #grow(event: Fields): readonly TransportEvent[] {
    const block = this.#open.get(event['index']);
    const delta = toFields(event['delta']);
    if (block === undefined) return [];
    if (delta['type'] === 'input_json_delta') return growInput(block, toText(delta['partial_json']));
    if (delta['type'] === 'citations_delta') {
      block.fields['citations'] = [...toList(block.fields['citations']), delta['citation']];
    }
    const field = growing[toText(delta['type'])];
    if (field === undefined) return [];
    block.fields[field] = toText(block.fields[field]) + toText(delta[field]);
    const piece = toText(delta[field]);
    if (field === 'thinking' && piece !== '') return [{ type: 'reasoning', text: piece }];
    return field === 'text' ? [{ type: 'text', text: piece }] : [];
  }
}

/** Adds a piece to the input of a call; that of a server's own tool is no event. */
function growInput(block: Block, delta: string): readonly TransportEvent[] {
  block.json += delta;
  const { type, id, name } = block.fields;
  return type !== 'tool_use' || delta === '' ? [] : [{ type: 'call_delta', id: toText(id), name: toText(name), delta }];
}

function toBlock(value: unknown): Block {
  return { fields: { ...toFields(value) }, json: '' };
}

function toAnswer(blocks: readonly Block[], message: Fields, usage: Fields, makeId: MakeId): ModelAnswer {
  const stop = toText(message['stop_reason']);
  const calls = toCalls(blocks, stop === 'max_tokens', makeId);
  const reason = ends[stop] ?? (calls.length > 0 ? 'calls' : 'stop');
  const content = blocks.map(toContent).filter(isSendable);
  return {
    calls,
    text: blocks.map(({ fields }) => (fields['type'] === 'text' ? toText(fields['text']) : '')).join(''),
    reason,
    ...toDetail(reason, stop, message),
    items: content.length === 0 ? [] : [{ role: 'assistant', content: content.map(asJson) }],
    ...toUsage(usage),
    ...(toText(message['id']) === '' ? {} : { responseId: toText(message['id']) }),
  };
}

/**
 * Returns the calls, including those that code execution makes from inside a container, but not those of server tools.
 */
function toCalls(blocks: readonly Block[], cut: boolean, makeId: MakeId): readonly ProviderCall[] {
  const found = blocks.filter(({ fields }) => fields['type'] === 'tool_use');
  return found.map(({ fields, json }, position) => {
    const truncated = cut && position === found.length - 1 && blocks.at(-1)?.fields === fields;
    return {
      id: toText(fields['id']) || makeId(),
      name: toText(fields['name']),
      args: json === '' ? fields['input'] : json,
      raw: json === '' ? fields : { ...fields, input: json },
      ...(truncated ? { truncated } : {}),
      ...(isOfProgram(fields) ? { byProgram: true } : {}),
    };
  });
}

/** True for a call that code execution makes. */
function isOfProgram({ caller }: Fields): boolean {
  return toText(toFields(caller)['type']).startsWith('code_execution');
}

/** Converts a block for sending it again: its input is an object, even if the model did not write one. */
function toContent({ fields, json }: Block): Fields {
  if (json === '') return fields;
  const input = parseJson(json);
  return { ...fields, input: isFields(input) ? input : { INVALID_JSON: json } };
}

/** False for empty texts, which Anthropic rejects though it sends them. */
function isSendable(block: Fields): boolean {
  return block['type'] !== 'text' || toText(block['text']) !== '';
}

function toDetail(reason: StepEnd, stop: string, message: Fields): Pick<ModelAnswer, 'detail'> {
  const explanation = toText(toFields(message['stop_details'])['explanation']);
  if (reason === 'refusal' && explanation !== '') return { detail: explanation };
  return stop === '' || stop in ends ? {} : { detail: stop };
}

function toUsage(usage: Fields): Pick<ModelAnswer, 'usage'> {
  const { input_tokens: input, output_tokens: output } = usage;
  if (typeof input !== 'number') return {};
  const read = toCount(usage['cache_read_input_tokens']);
  const inputTokens = input + toCount(usage['cache_creation_input_tokens']) + read;
  return { usage: { inputTokens, outputTokens: toCount(output), ...cached(read) } };
}

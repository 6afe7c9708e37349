import { cached } from '../../cached.js';
import type { ProviderCall, StepEnd, TransportEvent } from '../../../contract/transport.js';
import type { AnswerReader, MakeId, ModelAnswer } from '../../protocol.js';
import { ProviderError, toProviderError } from '../../provider-error.js';
import { asJson, toCount, toFields, toList, parseJson, toText, type Fields } from '../../read-field.js';

/** A call that arrives in pieces. */
interface CallPieces {
  readonly index: unknown;
  /** All fields but the texts, from the first pieces. */
  fields: Fields;
  id: string;
  name: string;
  args: string;
}

const ends: Readonly<Record<string, StepEnd>> = {
  stop: 'stop',
  tool_calls: 'calls',
  function_call: 'calls',
  length: 'length',
  content_filter: 'filtered',
};

/** Reads `chat.completion.chunk` events, in OpenAI's form and in its dialects. */
export function createReader(makeId: MakeId): AnswerReader {
  return new ChatReader(makeId);
}

/** Reads a `chat.completion`. */
export function readResponse(response: unknown, makeId: MakeId): ModelAnswer {
  const { choices, usage, id, error } = toFields(response);
  if (error !== undefined && error !== null) throw toProviderError('openai', { error });
  const choice = toFields(toList(choices)[0]);
  const message = toFields(choice['message']);
  const calls = toList(message['tool_calls']).map(readPieces);
  return toAnswer(message, calls, toText(choice['finish_reason']), usage, toText(id), makeId);
}

/** Returns the complete calls of a completion; chunks hold pieces, which only a reader can join. */
export function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  const message = toFields(toFields(toList(toFields(event)['choices'])[0])['message']);
  return toCalls(toList(message['tool_calls']).map(readPieces), false, makeId);
}

class ChatReader implements AnswerReader {
  readonly #makeId: MakeId;
  readonly #message: Record<string, unknown> = { role: 'assistant', content: null };
  readonly #calls: CallPieces[] = [];
  #finish = '';
  #usage: unknown;
  #id = '';

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const { choices, usage, id, error } = toFields(chunk);
    if (error !== undefined && error !== null) throw toProviderError('openai', { error });
    this.#usage = usage ?? this.#usage;
    this.#id ||= toText(id);
    const choice = toFields(toList(choices)[0]);
    this.#finish = toText(choice['finish_reason']) || this.#finish;
    const delta = toFields(choice['delta']);
    this.#join(delta);
    const events: TransportEvent[] = toList(delta['tool_calls']).flatMap((piece) => this.#joinCall(toFields(piece)));
    const thought = toText(delta['reasoning_content']) || toText(delta['reasoning']);
    if (thought !== '') events.unshift({ type: 'reasoning', text: thought });
    const text = toText(delta['content']);
    return text === '' ? events : [...events, { type: 'text', text }];
  }

  end(gaps: boolean): ModelAnswer | undefined {
    if (this.#finish === '' && !gaps) return undefined;
    return toAnswer(this.#message, this.#calls, this.#finish, this.#usage, this.#id, this.#makeId);
  }

  /** Joins a delta; all texts grow, since some vendors add their reasoning under other names, and want it back. */
  #join(delta: Fields): void {
    for (const [key, value] of Object.entries(delta)) {
      if (typeof value === 'string' && key !== 'role') this.#message[key] = toText(this.#message[key]) + value;
    }
  }

  #joinCall(piece: Fields): readonly TransportEvent[] {
    const { fields, ...more } = readPieces(piece);
    const call = this.#find(more);
    if (call === undefined) {
      this.#calls.push({ ...more, fields });
      return toDelta(more, more.args);
    }
    call.id ||= more.id;
    call.name ||= more.name;
    call.args += more.args;
    call.fields = { ...fields, ...call.fields };
    return toDelta(call, more.args);
  }

  /** Finds a call by index; where a vendor sends none, or one for all, a new id begins a new call. */
  #find({ index, id }: Pick<CallPieces, 'index' | 'id'>): CallPieces | undefined {
    const found = this.#calls.findLast((call) => call.index === index);
    const begins = id !== '' && found !== undefined && found.id !== '' && found.id !== id;
    return begins ? this.#calls.find((call) => call.id === id) : found;
  }
}

/** The event of a piece; none for a call that the provider has given no id. */
function toDelta({ id, name }: Pick<CallPieces, 'id' | 'name'>, delta: string): readonly TransportEvent[] {
  return id === '' ? [] : [{ type: 'call_delta', id, name, delta }];
}

function readPieces(piece: unknown): CallPieces {
  const { index, id, function: called, ...fields } = toFields(piece);
  const { name, arguments: args, ...inner } = toFields(called);
  return {
    index,
    fields: Object.keys(inner).length === 0 ? fields : { ...fields, function: inner },
    id: toText(id),
    name: toText(name),
    args: typeof args === 'object' && args !== null ? JSON.stringify(args) : toText(args),
  };
}

function toAnswer(
  message: Fields,
  pieces: readonly CallPieces[],
  finish: string,
  usage: unknown,
  responseId: string,
  makeId: MakeId,
): ModelAnswer {
  if (finish === 'error') throw new ProviderError('it stopped with an error', { provider: 'openai', retryable: true });
  const calls = toCalls(pieces, finish === 'length', makeId);
  const { tool_calls: _, ...rest } = message;
  const raw = calls.map((call) => call.raw);
  const withCalls = raw.length === 0 ? rest : { ...rest, tool_calls: raw };
  const refusal = toText(message['refusal']);
  return {
    calls,
    text: toText(message['content']),
    ...toEnd(finish, calls.length > 0, refusal),
    items: isEmpty(withCalls) ? [] : [asJson(withCalls)],
    ...toUsage(usage),
    ...(responseId === '' ? {} : { responseId }),
  };
}

function toEnd(finish: string, hasCalls: boolean, refusal: string): Pick<ModelAnswer, 'reason' | 'detail'> {
  if (refusal !== '') return { reason: 'refusal', detail: refusal };
  const reason = ends[finish];
  if (hasCalls && (reason === undefined || reason === 'stop')) return { reason: 'calls' };
  if (reason === undefined) return finish === '' ? { reason: 'stop' } : { reason: 'stop', detail: finish };
  return { reason: reason === 'calls' && !hasCalls ? 'stop' : reason };
}

function toCalls(pieces: readonly CallPieces[], cut: boolean, makeId: MakeId): readonly ProviderCall[] {
  return pieces.map(({ fields, id: providerId, name, args }, position) => {
    const id = providerId === '' ? makeId() : providerId;
    const raw = {
      type: 'function',
      ...fields,
      id,
      function: { ...toFields(fields['function']), name, arguments: args },
    };
    const truncated = cut && (position === pieces.length - 1 || parseJson(args) === undefined);
    return { id, name, args, raw, ...(truncated ? { truncated } : {}) };
  });
}

function isEmpty({ content, tool_calls: calls, refusal }: Fields): boolean {
  return toText(content) === '' && calls === undefined && toText(refusal) === '';
}

function toUsage(usage: unknown): Pick<ModelAnswer, 'usage'> {
  const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = toFields(usage);
  if (typeof input !== 'number') return {};
  const read = toCount(toFields(details)['cached_tokens']);
  return { usage: { inputTokens: input, outputTokens: toCount(output), ...cached(read) } };
}

import { cached } from '../cached.js';
import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import type { AnswerReader, MakeId, ModelAnswer } from '../protocol.js';
import { asJson, toCount, toFields, isFields, toList, toText, type Fields } from '../read-field.js';
import { joinPartialArgs } from './join-partial-args.js';

const ends: Readonly<Record<string, StepEnd>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  MALFORMED_FUNCTION_CALL: 'malformed-call',
  UNEXPECTED_TOOL_CALL: 'malformed-call',
  TOO_MANY_TOOL_CALLS: 'malformed-call',
  OTHER: 'stop',
  FINISH_REASON_UNSPECIFIED: 'stop',
};

/** Reads the chunks of `generateContentStream`. */
export function createReader(makeId: MakeId): AnswerReader {
  return new ContentReader(makeId);
}

/** Reads the answer of `generateContent`. */
export function readResponse(response: unknown, makeId: MakeId): ModelAnswer {
  const reader = new ContentReader(makeId);
  reader.read(response);
  return reader.finish();
}

/** Returns the complete calls of one answer or chunk. */
export function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  const parts = toList(toFields(firstCandidate(event)['content'])['parts']).map(toFields);
  const complete = parts.filter(({ functionCall: called }) => isFields(called) && !isPartial(called));
  return complete.map((part) => toCall(part, undefined, makeId));
}

class ContentReader implements AnswerReader {
  readonly #makeId: MakeId;
  /** Parts verbatim and in order: signatures stay beside what they sign. */
  readonly #parts: Fields[] = [];
  readonly #calls: ProviderCall[] = [];
  #partial: { first: Fields; args: Record<string, unknown> } | undefined;
  #finish = '';
  #detail = '';
  #usage: Fields = {};
  #responseId = '';
  #text = '';

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const { usageMetadata: usage, responseId, promptFeedback } = toFields(chunk);
    const candidate = firstCandidate(chunk);
    this.#usage = { ...this.#usage, ...toFields(usage) };
    this.#responseId ||= toText(responseId);
    this.#finish = toText(toFields(promptFeedback)['blockReason']) || toText(candidate['finishReason']) || this.#finish;
    this.#detail = toText(candidate['finishMessage']) || this.#detail;
    return toList(toFields(candidate['content'])['parts']).flatMap((part) => this.#readPart(toFields(part)));
  }

  end(gaps: boolean): ModelAnswer | undefined {
    return this.#finish === '' && !gaps ? undefined : this.finish();
  }

  finish(): ModelAnswer {
    if (this.#partial !== undefined) this.#closePartial(true);
    const calls = this.#markTruncated();
    const reason = toStepEnd(this.#finish, calls.length > 0);
    // A malformed call is neither shown to the model again nor answered.
    const spoilt = reason === 'malformed-call';
    const detail = this.#detail || (this.#finish in ends ? '' : this.#finish);
    return {
      calls: spoilt ? [] : calls,
      text: this.#text,
      reason,
      ...(detail === '' || reason === 'calls' ? {} : { detail }),
      items: spoilt || this.#parts.length === 0 ? [] : [{ role: 'model', parts: this.#parts.map(asJson) }],
      ...toUsage(this.#usage),
      ...(this.#responseId === '' ? {} : { responseId: this.#responseId }),
    };
  }

  #readPart(part: Fields): readonly TransportEvent[] {
    this.#parts.push(part);
    const { functionCall: called, inlineData, thought, text } = part;
    if (isFields(called)) this.#readCall(part, called);
    const { mimeType, data } = toFields(inlineData);
    if (toText(mimeType).startsWith('audio/'))
      return [{ type: 'audio', data: toText(data), mimeType: toText(mimeType) }];
    if (toText(text) === '') return [];
    if (thought === true) return [{ type: 'reasoning', text: toText(text) }];
    this.#text += toText(text);
    return [{ type: 'text', text: toText(text) }];
  }

  #readCall(part: Fields, called: Fields): void {
    if (this.#partial === undefined && !isPartial(called)) {
      this.#calls.push(toCall(part, undefined, this.#makeId));
      return;
    }
    // A new name begins a new call, even if the one before was never closed.
    if (this.#partial !== undefined && toText(called['name']) !== '') this.#closePartial(true);
    this.#partial ??= { first: part, args: {} };
    Object.assign(this.#partial.args, called['args']);
    joinPartialArgs(this.#partial.args, called['partialArgs']);
    if (called['willContinue'] !== true) this.#closePartial(false);
  }

  #closePartial(truncated: boolean): void {
    if (this.#partial === undefined) return;
    const call = toCall(this.#partial.first, this.#partial.args, this.#makeId);
    this.#calls.push(truncated ? { ...call, truncated } : call);
    this.#partial = undefined;
  }

  #markTruncated(): readonly ProviderCall[] {
    if (this.#finish !== 'MAX_TOKENS' || !isFields(this.#parts.at(-1)?.['functionCall'])) return this.#calls;
    return this.#calls.map((call, position) =>
      position === this.#calls.length - 1 ? { ...call, truncated: true } : call,
    );
  }
}

function firstCandidate(response: unknown): Fields {
  return toFields(toList(toFields(response)['candidates'])[0]);
}

function isPartial(called: Fields): boolean {
  return called['willContinue'] === true || called['partialArgs'] !== undefined;
}

function toCall(part: Fields, joined: Record<string, unknown> | undefined, makeId: MakeId): ProviderCall {
  const called = toFields(part['functionCall']);
  return {
    id: toText(called['id']) || makeId(),
    name: toText(called['name']),
    args: joined ?? called['args'],
    raw: part,
  };
}

function toStepEnd(finish: string, hasCalls: boolean): StepEnd {
  const reason = finish === '' ? 'stop' : (ends[finish] ?? 'filtered');
  return reason === 'stop' && hasCalls ? 'calls' : reason;
}

function toUsage(usage: Fields): Pick<ModelAnswer, 'usage'> {
  const { promptTokenCount: input, candidatesTokenCount: output, thoughtsTokenCount: thoughts } = usage;
  if (typeof input !== 'number') return {};
  const read = toCount(usage['cachedContentTokenCount']);
  return { usage: { inputTokens: input, outputTokens: toCount(output) + toCount(thoughts), ...cached(read) } };
}

import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import { toCount, toFields, toList, toText, type Fields } from '../read-field.js';

/** Everything that a message of the server may contain. */
const messageKinds: ReadonlySet<string> = new Set([
  'setupComplete',
  'serverContent',
  'toolCall',
  'toolCallCancellation',
  'usageMetadata',
  'goAway',
  'sessionResumptionUpdate',
  'voiceActivity',
  'voiceActivityDetectionSignal',
]);

/** Everything that the content of a message may contain. */
const contentKinds: ReadonlySet<string> = new Set([
  'modelTurn',
  'turnComplete',
  'interrupted',
  'generationComplete',
  'inputTranscription',
  'interimInputTranscription',
  'outputTranscription',
  'groundingMetadata',
  'urlContextMetadata',
  'turnCompleteReason',
  'waitingForInput',
  'interactionStatus',
]);

/** Lists the parts of a message that are not known here. */
export function unknownKinds(message: Fields): readonly string[] {
  const inContent = namesIn(toFields(message['serverContent'])).filter((name) => !contentKinds.has(name));
  return [
    ...namesIn(message).filter((name) => !messageKinds.has(name)),
    ...inContent.map((name) => `serverContent.${name}`),
  ];
}

/** Returns the calls of one message of the server. */
export function readCalls(message: unknown): readonly ProviderCall[] {
  return toList(toFields(toFields(message)['toolCall'])['functionCalls']).map((raw) => {
    const { id, name, args } = toFields(raw);
    return { id: toText(id), name: toText(name), args, raw };
  });
}

/** Reads texts, thoughts and sounds of the model. Signatures of thoughts are the provider's own: it keeps the conversation. */
export function toSpeechEvents(content: Fields): readonly TransportEvent[] {
  return toList(toFields(content['modelTurn'])['parts']).map(toFields).flatMap(partEvents);
}

/** Reads the reason for which a turn is over; only `turnComplete` ends one. */
export function toStepEnd(content: Fields): { readonly reason: StepEnd; readonly detail?: string } {
  const cause = toText(content['turnCompleteReason']);
  if (cause === 'MALFORMED_FUNCTION_CALL') return { reason: 'malformed-call', detail: cause };
  if (cause === '' || cause === 'NEED_MORE_INPUT' || cause === 'TURN_COMPLETE_REASON_UNSPECIFIED') {
    return { reason: 'stop' };
  }
  return { reason: cause === 'RESPONSE_REJECTED' ? 'refusal' : 'filtered', detail: cause };
}

/** Reads the usage so far, if the message has it. */
export function toUsage(message: Fields): readonly TransportEvent[] {
  const { promptTokenCount: input, responseTokenCount: output } = toFields(message['usageMetadata']);
  if (typeof input !== 'number') return [];
  return [{ type: 'usage', inputTokens: input, outputTokens: toCount(output) }];
}

/** Converts `"12.5s"` to milliseconds. */
export function durationMs(text: unknown): number | undefined {
  const seconds = Number.parseFloat(toText(text));
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

/** Transcripts of both sides: they come in pieces, and only the last piece may say that it is the last. */
export class Transcripts {
  readonly #pieces = { user: '', model: '' };

  read(content: Fields): readonly TransportEvent[] {
    return [
      ...this.#take('user', content['inputTranscription']),
      ...this.#take('model', content['outputTranscription']),
    ];
  }

  /** Forgets what has no end, since somebody else ends it. */
  clear(): void {
    Object.assign(this.#pieces, { user: '', model: '' });
  }

  #take(role: 'user' | 'model', value: unknown): readonly TransportEvent[] {
    const { text, finished } = toFields(value);
    const piece = toText(text);
    if (finished !== true) {
      this.#pieces[role] += piece;
      return piece === '' ? [] : [{ type: 'transcript', role, text: piece, final: false }];
    }
    const whole = this.#pieces[role] + piece;
    this.#pieces[role] = '';
    return whole === '' ? [] : [{ type: 'transcript', role, text: whole, final: true }];
  }
}

function partEvents({ text, thought, inlineData }: Fields): readonly TransportEvent[] {
  const { data, mimeType } = toFields(inlineData);
  if (toText(data) !== '') return [{ type: 'audio', data: toText(data), mimeType: toText(mimeType) }];
  if (toText(text) === '') return [];
  return [{ type: thought === true ? 'reasoning' : 'text', text: toText(text) }];
}

function namesIn(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));
}

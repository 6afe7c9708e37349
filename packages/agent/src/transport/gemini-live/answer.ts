import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import { toCount, toFields, toList, toText, type Fields } from '../read-field.js';

/** Returns the calls of one message of the server. */
export function readCalls(message: unknown): readonly ProviderCall[] {
  return toList(toFields(toFields(message)['toolCall'])['functionCalls']).map((raw) => {
    const { id, name, args } = toFields(raw);
    return { id: toText(id), name: toText(name), args, raw };
  });
}

/** Reads the speech of one message: texts and sounds of the model, transcripts of both sides. */
export function toSpeechEvents(content: Fields): readonly TransportEvent[] {
  const parts = toList(toFields(content['modelTurn'])['parts']).map(toFields);
  return [
    ...toTranscript('user', content['inputTranscription']),
    ...toTranscript('model', content['outputTranscription']),
    ...parts.flatMap(partEvents),
  ];
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

function toTranscript(role: 'user' | 'model', value: unknown): readonly TransportEvent[] {
  const { text, finished } = toFields(value);
  const final = finished === true;
  return toText(text) === '' && !final ? [] : [{ type: 'transcript', role, text: toText(text), final }];
}

function partEvents({ text, thought, inlineData }: Fields): readonly TransportEvent[] {
  const { data, mimeType } = toFields(inlineData);
  if (toText(data) !== '') return [{ type: 'audio', data: toText(data), mimeType: toText(mimeType) }];
  return toText(text) === '' || thought === true ? [] : [{ type: 'text', text: toText(text) }];
}

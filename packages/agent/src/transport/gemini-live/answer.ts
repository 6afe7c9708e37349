import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../read-field.js';

/** The calls of one message of the server. */
export function callsOf(message: unknown): readonly ProviderCall[] {
  return listOf(fieldsOf(fieldsOf(message)['toolCall'])['functionCalls']).map((raw) => {
    const { id, name, args } = fieldsOf(raw);
    return { id: textOf(id), name: textOf(name), args, raw };
  });
}

/** What is said in one message: texts and sounds of the model, transcripts of both sides. */
export function speechOf(content: Fields): readonly TransportEvent[] {
  const parts = listOf(fieldsOf(content['modelTurn'])['parts']).map(fieldsOf);
  return [
    ...transcriptOf('user', content['inputTranscription']),
    ...transcriptOf('model', content['outputTranscription']),
    ...parts.flatMap(partEvents),
  ];
}

/** Why a turn is over; only `turnComplete` ends one. */
export function endOf(content: Fields): { readonly reason: StepEnd; readonly detail?: string } {
  const cause = textOf(content['turnCompleteReason']);
  if (cause === 'MALFORMED_FUNCTION_CALL') return { reason: 'malformed-call', detail: cause };
  if (cause === '' || cause === 'NEED_MORE_INPUT' || cause === 'TURN_COMPLETE_REASON_UNSPECIFIED') {
    return { reason: 'stop' };
  }
  return { reason: cause === 'RESPONSE_REJECTED' ? 'refusal' : 'filtered', detail: cause };
}

/** What was used so far, if the message says so. */
export function usageOf(message: Fields): readonly TransportEvent[] {
  const { promptTokenCount: input, responseTokenCount: output } = fieldsOf(message['usageMetadata']);
  if (typeof input !== 'number') return [];
  return [{ type: 'usage', inputTokens: input, outputTokens: countOf(output) }];
}

/** `"12.5s"` as milliseconds. */
export function durationMs(text: unknown): number | undefined {
  const seconds = Number.parseFloat(textOf(text));
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

function transcriptOf(role: 'user' | 'model', value: unknown): readonly TransportEvent[] {
  const { text, finished } = fieldsOf(value);
  const final = finished === true;
  return textOf(text) === '' && !final ? [] : [{ type: 'transcript', role, text: textOf(text), final }];
}

function partEvents({ text, thought, inlineData }: Fields): readonly TransportEvent[] {
  const { data, mimeType } = fieldsOf(inlineData);
  if (textOf(data) !== '') return [{ type: 'audio', data: textOf(data), mimeType: textOf(mimeType) }];
  return textOf(text) === '' || thought === true ? [] : [{ type: 'text', text: textOf(text) }];
}

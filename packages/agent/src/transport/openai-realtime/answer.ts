import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import { toCount, toFields, toList, toText, type Fields } from '../read-field.js';

/** Reads the speech of a response in progress, by today's and by older names of the events. */
export function toSpeechEvents(event: Fields): readonly TransportEvent[] {
  const { delta, transcript, type } = event;
  switch (type) {
    case 'response.output_text.delta':
    case 'response.text.delta':
      return [{ type: 'text', text: toText(delta) }];
    case 'response.output_audio.delta':
    case 'response.audio.delta':
      return [{ type: 'audio', data: toText(delta), mimeType: 'audio/pcm;rate=24000' }];
    case 'response.output_audio_transcript.delta':
    case 'response.audio_transcript.delta':
      return [{ type: 'transcript', role: 'model', text: toText(delta), final: false }];
    case 'response.output_audio_transcript.done':
    case 'response.audio_transcript.done':
      return [{ type: 'transcript', role: 'model', text: toText(transcript), final: true }];
    case 'conversation.item.input_audio_transcription.delta':
      return [{ type: 'transcript', role: 'user', text: toText(delta), final: false }];
    case 'conversation.item.input_audio_transcription.completed':
      return [{ type: 'transcript', role: 'user', text: toText(transcript), final: true }];
    default:
      return [];
  }
}

/**
 * Returns the calls of a finished response. Cancelled ones announce their arguments as done too: those are not calls.
 */
export function readCalls(event: unknown): readonly ProviderCall[] {
  const response = toFields(toFields(event)['response'] ?? event);
  const cut = toFields(response['status_details'])['reason'] === 'max_output_tokens';
  const items = toList(response['output']).map(toFields);
  const found = items.filter(
    ({ type, status }) => type === 'function_call' && (status === 'completed' || (cut && status === 'incomplete')),
  );
  return found.map(toCall);
}

/** Reads the reason for which a finished response ended. */
export function toStepEnd(response: Fields, hasCalls: boolean): { readonly reason: StepEnd; readonly detail?: string } {
  const details = toFields(response['status_details']);
  const cause = toText(details['reason']);
  const detail = cause === '' ? {} : { detail: cause };
  switch (response['status']) {
    case 'cancelled':
      return { reason: 'cancelled', ...detail };
    case 'failed':
      return { reason: 'failed', detail: toText(toFields(details['error'])['message']) || 'failed' };
    case 'incomplete':
      return { reason: cause === 'content_filter' ? 'filtered' : 'length', ...detail };
    default:
      return { reason: hasCalls ? 'calls' : 'stop' };
  }
}

/** Reads the usage of a response, if it has it. */
export function toUsage(response: Fields): readonly TransportEvent[] {
  const { input_tokens: input, output_tokens: output } = toFields(response['usage']);
  if (typeof input !== 'number') return [];
  return [{ type: 'usage', inputTokens: input, outputTokens: toCount(output) }];
}

function toCall(item: Fields): ProviderCall {
  return {
    id: toText(item['call_id']),
    name: toText(item['name']),
    args: item['arguments'],
    raw: item,
    ...(item['status'] === 'incomplete' ? { truncated: true } : {}),
  };
}

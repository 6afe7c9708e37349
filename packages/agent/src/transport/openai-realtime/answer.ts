import type { ProviderCall, StepEnd, TransportEvent } from '../../contract/transport.js';
import { toCount, toFields, toList, toText, type Fields } from '../read-field.js';

/** Kinds of events that are understood, or that say nothing which the conversation does not know already. */
const knownKinds: ReadonlySet<string> = new Set([
  'conversation.created',
  'conversation.item.added',
  'conversation.item.created',
  'conversation.item.deleted',
  'conversation.item.done',
  'conversation.item.input_audio_transcription.completed',
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.failed',
  'conversation.item.input_audio_transcription.segment',
  'conversation.item.retrieved',
  'conversation.item.truncated',
  'error',
  'input_audio_buffer.cleared',
  'input_audio_buffer.committed',
  'input_audio_buffer.dtmf_event_received',
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.timeout_triggered',
  'mcp_list_tools.completed',
  'mcp_list_tools.failed',
  'mcp_list_tools.in_progress',
  'output_audio_buffer.cleared',
  'output_audio_buffer.started',
  'output_audio_buffer.stopped',
  'rate_limits.updated',
  'response.audio.delta',
  'response.audio.done',
  'response.audio_transcript.delta',
  'response.audio_transcript.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.created',
  'response.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.mcp_call.completed',
  'response.mcp_call.failed',
  'response.mcp_call.in_progress',
  'response.mcp_call_arguments.delta',
  'response.mcp_call_arguments.done',
  'response.output_audio.delta',
  'response.output_audio.done',
  'response.output_audio_transcript.delta',
  'response.output_audio_transcript.done',
  'response.output_item.added',
  'response.output_item.done',
  'response.output_text.delta',
  'response.output_text.done',
  'response.text.delta',
  'response.text.done',
  'session.created',
  'session.updated',
]);

export function isKnownKind(kind: string): boolean {
  return knownKinds.has(kind);
}

/** Reads the speech of a response in progress, by today's and by older names of the events. */
export function toSpeechEvents(event: Fields, mimeType: string): readonly TransportEvent[] {
  const { delta, transcript, type } = event;
  switch (type) {
    case 'response.output_text.delta':
    case 'response.text.delta':
      return [{ type: 'text', text: toText(delta) }];
    case 'response.output_audio.delta':
    case 'response.audio.delta':
      return [{ type: 'audio', data: toText(delta), mimeType, ...itemOf(event) }];
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

function itemOf({ item_id: id }: Fields): { readonly itemId?: string } {
  return toText(id) === '' ? {} : { itemId: toText(id) };
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

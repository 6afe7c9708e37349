import { connect } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { OpenAIRealtimeTransport } from '../../transport/openai-realtime/openai-realtime-transport.js';
import { toFields, toList, toText } from '../../transport/read-field.js';
import { openaiRealtimeFixture } from '../fixture/openai-realtime.js';
import type { LiveDialect } from './live-server.js';

/** Creates the wire of the Realtime API, as the types of its SDK describe it. */
export function realtimeDialect(): LiveDialect {
  let items = 0;
  const response = (status: string) => ({ id: `resp_${items}`, object: 'realtime.response', status, output: [] });
  const done = (status: string) => ({ type: 'response.done', response: response(status) });
  const started = { type: 'input_audio_buffer.speech_started', audio_start_ms: 1, item_id: 'input' };
  return {
    name: 'OpenAI Realtime',
    connect: ({ url }) => {
      const createConnection = () => connect(Number(new URL(url).port), '127.0.0.1');
      const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` });
      return new OpenAIRealtimeTransport(
        () => new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client),
      );
    },
    read: ({ type, item, session }) => {
      const { type: kind, call_id: id, output, content } = toFields(item);
      const words = toList(content).map((part) => toText(toFields(part)['text']));
      return {
        ...(type === 'session.update' && toFields(session)['instructions'] !== undefined
          ? { setup: true as const }
          : {}),
        ...(type === 'response.create' ? { asks: true as const } : {}),
        ...(type === 'response.cancel' ? { stops: true as const } : {}),
        ...(words.length === 0 ? {} : { words: words.join(' ') }),
        ...(kind === 'function_call_output'
          ? { answers: [{ id: toText(id), text: toText(output), goesOn: false }] }
          : {}),
      };
    },
    ready: () => [{ type: 'session.updated', session: { audio: { output: { format: { type: 'audio/pcm' } } } } }],
    begin: () => {
      items += 1;
      return [{ type: 'response.created', response: response('in_progress') }];
    },
    audio: (delta) => [{ type: 'response.output_audio.delta', item_id: `item_${items}`, content_index: 0, delta }],
    calls: (calls) => openaiRealtimeFixture.calls(calls, `calls_${items}`).slice(1),
    end: () => [
      { type: 'response.output_audio_transcript.done', item_id: `item_${items}`, transcript: 'Fine.' },
      { type: 'response.output_audio.done', item_id: `item_${items}` },
      done('completed'),
      { type: 'rate_limits.updated', rate_limits: [] },
    ],
    interrupt: ({ speaking }) => ({
      takenBack: [],
      events: [
        started,
        ...(speaking ? [done('cancelled')] : []),
        { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 2, item_id: 'input' },
        { type: 'conversation.item.input_audio_transcription.completed', item_id: 'input', transcript: 'Wait.' },
      ],
    }),
    stopped: () => [done('cancelled')],
    heard: (transcript) => [
      { type: 'conversation.item.input_audio_transcription.completed', item_id: 'input', transcript },
    ],
    goAway: () => undefined,
  };
}

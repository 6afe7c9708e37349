import { readApiKey } from '../wire/api-key.js';
import { startToken } from '../wire/start-token.js';
import type { JsonSchemaObject } from '../wire/wire.js';

/** Messages of the server that the page shows. */
export type VoiceEvent =
  | { readonly type: 'ready'; readonly session: string; readonly model: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string; readonly itemId?: string }
  | { readonly type: 'interrupted' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'transcript'; readonly role: 'user' | 'model'; readonly text: string; readonly final: boolean }
  | { readonly type: 'tool_call_started'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: 'tool_result';
      readonly callId: string;
      readonly response: {
        readonly ok: boolean;
        readonly data?: unknown;
        readonly error?: { readonly message: string };
      };
    }
  | {
      readonly type: 'question';
      readonly questionId: string;
      readonly callId: string;
      readonly message: string;
      readonly schema: JsonSchemaObject;
    }
  | { readonly type: 'confirmation_required'; readonly tool: string; readonly approvalId?: string }
  | { readonly type: 'turn_end'; readonly reason: string }
  | { readonly type: 'error'; readonly error: { readonly message: string } }
  | { readonly type: 'problem'; readonly problem: { readonly detail?: string; readonly title: string } };

/** Opens the line; a browser shows who it is as a protocol, since its sockets have no headers. */
export function openVoiceSocket(): WebSocket {
  const [key, start] = [readApiKey(), startToken()];
  const address = new URL('/v1/voice', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.hash = '';
  return new WebSocket(address, [
    'helve.voice',
    ...(key === undefined ? [] : [`helve.bearer.${toBase64Url(key)}`]),
    ...(start === undefined ? [] : [`helve.start.${toBase64Url(start)}`]),
  ]);
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

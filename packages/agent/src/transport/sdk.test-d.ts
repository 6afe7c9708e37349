import type Anthropic from '@anthropic-ai/sdk';
import type { GoogleGenAI, Session } from '@google/genai';
import type { Ollama } from 'ollama';
import type OpenAI from 'openai';
import type { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import type { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { expectTypeOf, test } from 'vitest';
import type { WebSocket as WsSocket } from 'ws';
import { AnthropicClient } from '../client/anthropic-client.js';
import { GeminiClient } from '../client/gemini-client.js';
import { OllamaClient } from '../client/ollama-client.js';
import { OpenAIClient } from '../client/openai-client.js';
import { AnthropicTransport } from './anthropic/anthropic-transport.js';
import type { AnthropicSdk } from './anthropic/sdk.js';
import { GeminiLiveTransport } from './gemini-live/gemini-live-transport.js';
import type { GeminiLiveSession } from './gemini-live/session.js';
import { GeminiTransport } from './gemini/gemini-transport.js';
import type { GeminiSdk } from './gemini/sdk.js';
import { OllamaTransport } from './ollama/ollama-transport.js';
import type { OllamaSdk } from './ollama/sdk.js';
import { OpenAIRealtimeTransport } from './openai-realtime/openai-realtime-transport.js';
import type { RealtimeSocket } from './openai-realtime/socket.js';
import type { ChatSdk } from './openai/chat/sdk.js';
import { OpenAITransport } from './openai/openai-transport.js';
import type { ResponsesSdk } from './openai/responses/sdk.js';

declare const openai: OpenAI;
declare const anthropic: Anthropic;
declare const google: GoogleGenAI;
declare const session: Session;
declare const ollama: Ollama;
declare const socket: OpenAIRealtimeWS;

test('the clients of the SDKs are taken as they are', () => {
  expectTypeOf<OpenAI>().toExtend<ChatSdk & ResponsesSdk>();
  expectTypeOf<Anthropic>().toExtend<AnthropicSdk>();
  expectTypeOf<GoogleGenAI>().toExtend<GeminiSdk>();
  expectTypeOf<Session>().toExtend<GeminiLiveSession>();
  expectTypeOf<Ollama>().toExtend<OllamaSdk>();
  expectTypeOf<OpenAIRealtimeWS>().toExtend<RealtimeSocket>();
  expectTypeOf<OpenAIRealtimeWebSocket>().toExtend<RealtimeSocket>();
  expectTypeOf<WebSocket>().toExtend<RealtimeSocket>();
  expectTypeOf<WsSocket>().toExtend<RealtimeSocket>();
});

test('every transport and client is made in one line', () => {
  const model = 'm';
  void [
    new OpenAITransport(openai, undefined, { model }),
    new OpenAITransport(openai, 'conv_1', { api: 'chat', model }),
    new OpenAIRealtimeTransport(socket),
    new AnthropicTransport(anthropic, { model }),
    new GeminiTransport(google, { model }),
    new GeminiLiveTransport(session),
    new GeminiLiveTransport(({ config, callbacks }) => google.live.connect({ model, config, callbacks })),
    new OllamaTransport(ollama, { model }),
    new OpenAIClient(openai, { model }),
    new AnthropicClient(anthropic, { model }),
    new GeminiClient(google, { model }),
    new OllamaClient(ollama, { model }),
  ];
});

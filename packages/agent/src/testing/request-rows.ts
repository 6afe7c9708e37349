import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import type { Transport } from '../contract/transport.js';
import { AnthropicTransport } from '../transport/anthropic/anthropic-transport.js';
import { GeminiTransport } from '../transport/gemini/gemini-transport.js';
import { OllamaTransport } from '../transport/ollama/ollama-transport.js';
import { OpenAITransport } from '../transport/openai/openai-transport.js';
import type { RequestRetryOptions } from '../transport/retry.js';
import { anthropicFixture } from './fixture/anthropic.js';
import { geminiFixture } from './fixture/gemini.js';
import { ollamaFixture } from './fixture/ollama.js';
import { openaiChatFixture } from './fixture/openai-chat.js';
import { openaiResponsesFixture } from './fixture/openai-responses.js';
import type { WireFixture } from './fixture/wire-fixture.js';

/** A request transport with its vendor's own SDK. */
export interface RequestRow {
  readonly name: string;
  readonly fixture: WireFixture;
  readonly form: 'sse' | 'ndjson';
  make(url: string, retry?: RequestRetryOptions, fallback?: readonly string[]): Transport;
}

const quick: RequestRetryOptions = { baseMs: 1 };

/** All request transports. */
export const requestRows: readonly RequestRow[] = [
  {
    name: 'OpenAI chat',
    fixture: openaiChatFixture,
    form: 'sse',
    make: (url, retry = quick, fallback = []) =>
      new OpenAITransport(openai(url), undefined, { api: 'chat', model: 'm', retry, fallback }),
  },
  {
    name: 'OpenAI Responses',
    fixture: openaiResponsesFixture,
    form: 'sse',
    make: (url, retry = quick, fallback = []) =>
      new OpenAITransport(openai(url), undefined, { model: 'm', retry, fallback }),
  },
  {
    name: 'Anthropic',
    fixture: anthropicFixture,
    form: 'sse',
    make: (url, retry = quick, fallback = []) => {
      const client = new Anthropic({ apiKey: 'test', baseURL: url, logLevel: 'off' });
      return new AnthropicTransport(client, { model: 'm', retry, fallback });
    },
  },
  {
    name: 'Gemini',
    fixture: geminiFixture,
    form: 'sse',
    make: (url, retry = quick, fallback = []) => {
      const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } });
      return new GeminiTransport(client, { model: 'm', retry, fallback });
    },
  },
  {
    name: 'Ollama',
    fixture: ollamaFixture,
    form: 'ndjson',
    make: (url, retry = quick, fallback = []) =>
      new OllamaTransport(new Ollama({ host: url }), { model: 'm', retry, fallback }),
  },
];

/** Returns the row of one provider. */
export function requestRow(name: string): RequestRow {
  const row = requestRows.find((each) => each.name === name);
  if (row === undefined) throw new Error(`Cannot find "${name}": it is not in the table`);
  return row;
}

/** Creates OpenAI's client for a local server. */
export function openai(url: string): OpenAI {
  return new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, logLevel: 'off' });
}

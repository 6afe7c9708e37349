import { GeminiLiveTransport, OpenAIRealtimeTransport, type Transport } from '@helve/agent';
import { isPlainObject, type JsonObject } from '@helve/core';
import { connect } from 'node:net';
import type { Environment } from '../project-io.js';
import type { LiveVendor, ModelChoice } from './model-key.js';
import { findKey, whileLoading, type ChosenModel } from './open-transport.js';

export interface LiveOptions {
  /** The client says when the person speaks. */
  readonly pushToTalk: boolean;
}

interface LiveAccess extends LiveOptions {
  readonly choice: ModelChoice;
  readonly apiKey: string;
}

/** Loaders of the SDKs, whose connections hear and speak. */
const open: { readonly [vendor in LiveVendor]: (access: LiveAccess) => Promise<Transport> } = {
  async openai({ choice: { model, baseUrl, maxTokens, request = {} }, apiKey, pushToTalk }) {
    const { default: OpenAI } = await import('openai');
    const { OpenAIRealtimeWS } = await import('openai/realtime/ws');
    const client = new OpenAI({ apiKey, baseURL: baseUrl });
    const options = baseUrl === undefined ? {} : plainConnection(baseUrl);
    const session: JsonObject = { ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }), ...request };
    return new OpenAIRealtimeTransport(() => new OpenAIRealtimeWS({ model, options }, client), { session, pushToTalk });
  },
  async gemini({ choice: { model, baseUrl, temperature, topP, maxTokens, request = {} }, apiKey, pushToTalk }) {
    const { GoogleGenAI } = await import('@google/genai');
    const httpOptions = baseUrl === undefined ? {} : { httpOptions: { baseUrl } };
    const ai = new GoogleGenAI({ apiKey, ...httpOptions });
    const { config: own } = request;
    const config: JsonObject = {
      responseModalities: ['AUDIO'],
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(isPlainObject(own) ? own : {}),
    };
    return new GeminiLiveTransport(
      ({ config: wanted, callbacks }) => ai.live.connect({ model, config: wanted, callbacks }),
      { config, pushToTalk },
    );
  },
};

/** Opens the transport to a model that hears and speaks by itself. */
export async function openLive(
  { name, choice }: ChosenModel,
  env: Environment,
  options: LiveOptions,
): Promise<Transport> {
  const apiKey = findKey(name, choice, env);
  const vendor = choice.vendor === 'gemini' ? 'gemini' : 'openai';
  return whileLoading(name, choice, () => open[vendor]({ ...options, choice, apiKey }));
}

/** The SDK encrypts every connection; a proxy of this machine may speak plainly. */
function plainConnection(baseUrl: string) {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:') return {};
  return { createConnection: () => connect(Number(port === '' ? 80 : port), hostname) };
}

import { createDemoTransport, type Transport } from '@helve/agent';

/**
 * The models that the agents speak to. Another provider is two lines, here and nowhere else:
 *
 *     import OpenAI from 'openai';
 *     export const createTextTransport = (): Transport => new OpenAITransport(new OpenAI(), undefined, { model: 'gpt-5' });
 */
export const createTextTransport = (): Transport => createDemoTransport();

/** By voice it is `new GeminiLiveTransport(connect)` or `new OpenAIRealtimeTransport(socket)`. */
export const createVoiceTransport = (): Transport => createDemoTransport({ live: true });

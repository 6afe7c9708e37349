import { RequestTransport, type RequestTransportOptions } from '../request-transport.js';
import { geminiProtocol, type GeminiOptions } from './protocol.js';
import type { GeminiSdk } from './sdk.js';

export type GeminiTransportOptions = RequestTransportOptions & GeminiOptions;

/** Transport of Gemini's `generateContent`. */
export class GeminiTransport extends RequestTransport {
  constructor(client: GeminiSdk, options: GeminiTransportOptions) {
    super(geminiProtocol(client, options), options);
  }
}

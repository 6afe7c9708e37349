import { geminiProtocol, type GeminiOptions } from '../transport/gemini/protocol.js';
import type { GeminiSdk } from '../transport/gemini/sdk.js';
import type { ClientOptions } from './client-options.js';
import { ProviderClient } from './provider-client.js';

/** Client of Gemini. */
export class GeminiClient extends ProviderClient {
  constructor(sdk: GeminiSdk, options: ClientOptions & GeminiOptions) {
    super(geminiProtocol(sdk, options), options);
  }
}

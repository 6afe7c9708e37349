import { anthropicProtocol, type AnthropicOptions } from '../transport/anthropic/protocol.js';
import type { AnthropicSdk } from '../transport/anthropic/sdk.js';
import type { ClientOptions } from './client-options.js';
import { ProviderClient } from './provider-client.js';

/** Client of Anthropic. */
export class AnthropicClient extends ProviderClient {
  constructor(sdk: AnthropicSdk, options: ClientOptions & AnthropicOptions) {
    super(anthropicProtocol(sdk, options), options);
  }
}

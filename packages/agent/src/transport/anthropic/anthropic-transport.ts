import { RequestTransport, type RequestTransportOptions } from '../request-transport.js';
import { anthropicProtocol, type AnthropicOptions } from './protocol.js';
import type { AnthropicSdk } from './sdk.js';

/** Transport of Anthropic's Messages API. */
export class AnthropicTransport extends RequestTransport {
  constructor(client: AnthropicSdk, options: RequestTransportOptions & AnthropicOptions) {
    super(anthropicProtocol(client, options), options);
  }
}

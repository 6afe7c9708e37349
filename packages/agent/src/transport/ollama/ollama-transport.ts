import { RequestTransport, type RequestTransportOptions } from '../request-transport.js';
import { ollamaProtocol } from './protocol.js';
import type { OllamaSdk } from './sdk.js';

/** Transport of Ollama's chat. */
export class OllamaTransport extends RequestTransport {
  constructor(client: OllamaSdk, options: RequestTransportOptions) {
    super(ollamaProtocol(client), options);
  }
}

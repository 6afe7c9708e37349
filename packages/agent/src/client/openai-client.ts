import { chatProtocol } from '../transport/openai/chat/protocol.js';
import type { ChatSdk } from '../transport/openai/chat/sdk.js';
import { responsesProtocol } from '../transport/openai/responses/protocol.js';
import type { ResponsesSdk } from '../transport/openai/responses/sdk.js';
import type { ClientOptions } from './client-options.js';
import { ProviderClient } from './provider-client.js';

/** Client of OpenAI, through the Responses API or Chat Completions. */
export class OpenAIClient extends ProviderClient {
  constructor(sdk: ResponsesSdk, options: ClientOptions & { readonly api?: 'responses' });
  constructor(sdk: ChatSdk, options: ClientOptions & { readonly api: 'chat' });
  constructor(sdk: ResponsesSdk | ChatSdk, options: ClientOptions & { readonly api?: 'responses' | 'chat' }) {
    super(options.api === 'chat' ? chatProtocol(sdk as ChatSdk) : responsesProtocol(sdk as ResponsesSdk), options);
  }
}

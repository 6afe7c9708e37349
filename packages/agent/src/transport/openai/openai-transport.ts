import { lossless, type Protocol } from '../protocol.js';
import { RequestTransport, type RequestTransportOptions } from '../request-transport.js';
import { chatProtocol } from './chat/protocol.js';
import type { ChatSdk } from './chat/sdk.js';
import { responsesProtocol } from './responses/protocol.js';
import type { ResponsesSdk } from './responses/sdk.js';

export type OpenAITransportOptions = RequestTransportOptions &
  (
    | { /** `responses` unless given. */ readonly api?: 'responses' }
    /** For OpenAI-compatible providers. */
    | { readonly api: 'chat' }
  );

/** Model of a transport whose application names none. */
const defaultModel = 'gpt-5.4';

/** Transport of OpenAI's Responses API or Chat Completions. With a conversation id, OpenAI keeps the history. */
export class OpenAITransport extends RequestTransport {
  constructor(
    client: ResponsesSdk,
    conversationId: string | undefined,
    options?: Partial<RequestTransportOptions> & { readonly api?: 'responses' },
  );
  constructor(
    client: ChatSdk,
    conversationId: string | undefined,
    options: RequestTransportOptions & { readonly api: 'chat' },
  );
  constructor(
    client: ResponsesSdk | ChatSdk,
    conversationId: string | undefined,
    options: Partial<OpenAITransportOptions> = {},
  ) {
    super(chooseProtocol(client, conversationId, options.api), { model: defaultModel, ...options });
  }
}

function chooseProtocol(
  client: ResponsesSdk | ChatSdk,
  conversationId: string | undefined,
  api = 'responses',
): Protocol {
  if (api === 'responses') return responsesProtocol(client as ResponsesSdk, conversationId);
  const protocol = chatProtocol(client as ChatSdk);
  return conversationId === undefined ? protocol : withoutConversation(protocol);
}

/** Reports, once, that Chat Completions keep no conversation. */
function withoutConversation(protocol: Protocol): Protocol {
  const loss = { what: 'conversation', note: 'Chat Completions keep no conversation: its history is kept here' };
  return {
    ...protocol,
    withSetup: (request, setup) => {
      const { value, losses } = protocol.withSetup(request, setup);
      return { ...lossless(value), losses: [...losses, loss] };
    },
  };
}

import { chatForm } from '../../context/history-form.js';
import type { Protocol } from '../../protocol.js';
import { readStream } from '../../server-sent-events.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withSetup } from './request.js';
import { resultItems } from './result.js';
import type { ChatSdk } from './sdk.js';

/** Creates the protocol of Chat Completions, of OpenAI and of compatible providers. */
export function chatProtocol(sdk: ChatSdk): Protocol {
  return {
    provider: 'openai',
    schemaKey: 'openai',
    strictSchemaKey: 'openaiStrict',
    idsStable: true,
    remembers: false,
    form: chatForm,
    features: ['eagerInput', 'parallelCalls'],
    withSetup,
    withItems,
    userItems,
    resultItems,
    stream: (request, signal) =>
      readStream(
        sdk.chat.completions.create(
          { stream_options: { include_usage: true }, ...request, stream: true },
          { signal, maxRetries: 0 },
        ),
      ),
    ask: async (request, signal) =>
      sdk.chat.completions.create({ ...request, stream: false }, { signal, maxRetries: 0 }),
    createReader,
    readResponse,
    readCalls: readCalls,
  };
}

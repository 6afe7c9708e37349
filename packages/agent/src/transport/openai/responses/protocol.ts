import { responsesForm } from '../../context/history-form.js';
import type { Protocol } from '../../protocol.js';
import { readStream } from '../../server-sent-events.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withMemory, withSetup } from './request.js';
import { resultItems } from './result.js';
import type { ResponsesSdk } from './sdk.js';

/**
 * Creates the protocol of the Responses API. With a conversation, OpenAI keeps the history; without, it travels with
 * every request.
 */
export function responsesProtocol(sdk: ResponsesSdk, conversationId?: string): Protocol {
  return {
    provider: 'openai',
    schemaKey: 'openaiResponses',
    strictSchemaKey: 'openaiResponsesStrict',
    idsStable: true,
    remembers: conversationId !== undefined,
    form: responsesForm,
    withSetup,
    withItems,
    userItems,
    resultItems,
    stream: (request, signal) =>
      readStream(
        sdk.responses.create({ ...withMemory(request, conversationId), stream: true }, { signal, maxRetries: 0 }),
      ),
    ask: async (request, signal) =>
      sdk.responses.create({ ...withMemory(request, conversationId), stream: false }, { signal, maxRetries: 0 }),
    createReader,
    readResponse,
    readCalls: readCalls,
  };
}

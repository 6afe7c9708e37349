import { responsesForm } from '../../context/history-form.js';
import type { ModelAnswer, Protocol } from '../../protocol.js';
import { readStream } from '../../server-sent-events.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withMemory, withSetup } from './request.js';
import { resultItems } from './result.js';
import { freeformOf, withParameters } from './tools.js';
import type { ResponsesSdk } from './sdk.js';

/**
 * Creates the protocol of the Responses API. With a conversation, OpenAI keeps the history; without, it travels with
 * every request.
 */
export function responsesProtocol(sdk: ResponsesSdk, conversationId?: string): Protocol {
  let freeform: ReadonlyMap<string, string> = new Map();
  const named = (answer: ModelAnswer) => ({ ...answer, calls: withParameters(answer.calls, freeform) });
  return {
    provider: 'openai',
    schemaKey: 'openaiResponses',
    strictSchemaKey: 'openaiResponsesStrict',
    idsStable: true,
    remembers: conversationId !== undefined,
    form: responsesForm,
    features: ['deferred', 'callers', 'freeform', 'eagerInput', 'parallelCalls'],
    withSetup: (request, setup) => {
      freeform = freeformOf(setup.tools, setup);
      return withSetup(request, setup);
    },
    withItems,
    userItems,
    resultItems,
    stream: (request, signal) =>
      readStream(
        sdk.responses.create({ ...withMemory(request, conversationId), stream: true }, { signal, maxRetries: 0 }),
      ),
    ask: async (request, signal) =>
      sdk.responses.create({ ...withMemory(request, conversationId), stream: false }, { signal, maxRetries: 0 }),
    createReader: (makeId) => {
      const reader = createReader(makeId);
      return {
        read: (chunk) => reader.read(chunk),
        end: (gaps) => {
          const answer = reader.end(gaps);
          return answer && named(answer);
        },
      };
    },
    readResponse: (response, makeId) => named(readResponse(response, makeId)),
    readCalls: (event, makeId) => withParameters(readCalls(event, makeId), freeform),
  };
}

import { anthropicForm } from '../context/history-form.js';
import type { Protocol, ProviderRequest } from '../protocol.js';
import { toFields, toText } from '../read-field.js';
import { readStream } from '../server-sent-events.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withSetup } from './request.js';
import { resultItems } from './result.js';
import type { AnthropicSdk } from './sdk.js';

/** Anthropic requires a limit in every request. */
const MAX_TOKENS = 4_096;

/** Options of Anthropic alone. */
export interface AnthropicOptions {
  /**
   * Constrains the model to the schemas of the first tools that allow it. Default: false, since a request may hold few.
   */
  readonly strict?: boolean;
}

/** Creates the protocol of the Messages API. */
export function anthropicProtocol(sdk: AnthropicSdk, { strict = false }: AnthropicOptions = {}): Protocol {
  let container: string | undefined;
  const noteContainer = (fields: unknown) => {
    container = toText(toFields(toFields(fields)['container'])['id']) || container;
  };
  /** Calls from inside a container are answered into that container. */
  const complete = (request: ProviderRequest) => ({
    max_tokens: MAX_TOKENS,
    ...(container === undefined ? {} : { container }),
    ...request,
  });
  return {
    provider: 'anthropic',
    schemaKey: 'anthropic',
    ...(strict ? { strictSchemaKey: 'anthropicStrict' } : {}),
    idsStable: true,
    remembers: false,
    form: anthropicForm,
    features: ['deferred', 'callers', 'eagerInput', 'parallelCalls'],
    withSetup,
    withItems,
    userItems,
    resultItems,
    stream: (request, signal) =>
      readStream(sdk.messages.create({ ...complete(request), stream: true }, { signal, maxRetries: 0 })),
    ask: async (request, signal) =>
      sdk.messages.create({ ...complete(request), stream: false }, { signal, maxRetries: 0 }),
    createReader: (makeId) => {
      const reader = createReader(makeId);
      return {
        read: (chunk) => {
          noteContainer(toFields(chunk)['delta']);
          noteContainer(toFields(chunk)['message']);
          return reader.read(chunk);
        },
        end: (gaps) => reader.end(gaps),
      };
    },
    readResponse: (response, makeId) => {
      noteContainer(response);
      return readResponse(response, makeId);
    },
    readCalls: readCalls,
  };
}

import { geminiForm } from '../context/history-form.js';
import type { Protocol, ProviderRequest } from '../protocol.js';
import { toFields } from '../read-field.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withSetup } from './request.js';
import { resultItems } from './result.js';
import type { GeminiSdk } from './sdk.js';

/** Options of Gemini alone. */
export interface GeminiOptions {
  /** Constrains the model to the schemas (mode `VALIDATED`) where it may choose. */
  readonly strict?: boolean;
  /** The form in which tools are declared. Default: `geminiNative`. */
  readonly schemaKey?: 'geminiNative' | 'geminiJsonSchema';
}

/** Creates the protocol of `generateContent`, of the Gemini API and of Vertex. */
export function geminiProtocol(sdk: GeminiSdk, options: GeminiOptions = {}): Protocol {
  const mode = { strict: options.strict === true, isVertex: sdk.vertexai === true };
  return {
    provider: 'gemini',
    schemaKey: options.schemaKey ?? 'geminiNative',
    idsStable: false,
    remembers: false,
    form: geminiForm,
    withSetup: (request, setup) => withSetup(request, setup, mode),
    withItems,
    userItems,
    resultItems,
    stream: (request, signal) => sdk.models.generateContentStream(withSignal(request, signal)),
    ask: (request, signal) => sdk.models.generateContent(withSignal(request, signal)),
    createReader,
    readResponse,
    readCalls: readCalls,
  };
}

/** Adds the signal to a deep copy: the SDK changes the declarations it is given. */
function withSignal(request: ProviderRequest, abortSignal: AbortSignal): object {
  const copy = structuredClone(request);
  return { ...copy, config: { ...toFields(copy['config']), abortSignal } };
}

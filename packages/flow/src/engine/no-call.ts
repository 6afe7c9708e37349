import { RESPONSE_SCHEMA_VERSION } from '@helve/core';
import type { CallPort } from '../contract/tool.js';

/** Answers calls of steps in a run without a caller. */
export const noCall: CallPort['call'] = async ({ tool }) => ({
  ok: false,
  error: {
    type: 'NOT_FOUND',
    message: `Cannot call "${tool}": this run has no tools to call`,
    retryable: false,
    partialSideEffects: false,
  },
  intents: [],
  meta: {
    toolId: tool,
    toolVersion: null,
    registryVersion: '',
    requestId: '',
    duration: 0,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  },
});

import type { Json, JsonObject } from '@helve/core';
import { lossless, type Lossy, type SentResult } from '../protocol.js';
import { toFields } from '../read-field.js';

/** Converts results to one user content, in order; with an id only where Gemini gave one. */
export function resultItems(results: readonly SentResult[]): Lossy<readonly Json[]> {
  return lossless([{ role: 'user', parts: results.map(toPart) }]);
}

function toPart(result: SentResult): Json {
  const id = toFields(toFields(result.call.raw)['functionCall'])['id'];
  const parts = result.media.map(({ $media, base64 }) => ({ inlineData: { mimeType: $media, data: base64 } }));
  return {
    functionResponse: {
      ...(typeof id === 'string' ? { id } : {}),
      name: result.call.name,
      response: toResponse(result.text),
      ...(parts.length === 0 ? {} : { parts }),
    },
  };
}

/** Puts a projection under `output` or `error`, beside its other fields. */
export function toResponse(text: string): JsonObject {
  const { ok, data, error, ...rest } = JSON.parse(text) as JsonObject;
  return ok === true ? { output: data ?? null, ...rest } : { error: error ?? null, ...rest };
}

import { addedMeta, isPlainObject, type Intent } from '@helve/core';
import { ANSWER_META_KEY, CALL_META_KEY, CHUNK_META_KEY } from '../mcp/meta-keys.js';
import type { ResponseMeta, CallerMeta, ForeignSideChannel, ForeignProgress } from './foreign-server.js';

/** Creates the `_meta` of a call: nothing, unless the server is trusted. */
export function toRequestMeta(sideChannel: ForeignSideChannel | undefined): {
  readonly _meta?: Record<string, unknown>;
} {
  if (sideChannel === undefined) return {};
  const { traceparent, ...note }: CallerMeta = sideChannel.meta;
  return { _meta: { [CALL_META_KEY]: note, ...(traceparent === undefined ? {} : { traceparent }) } };
}

/** Separates chunks of an output from progress. */
export function splitProgress(
  onProgress: (progress: ForeignProgress) => void,
  sideChannel: ForeignSideChannel | undefined,
): (progress: ForeignProgress) => void {
  if (sideChannel === undefined) return onProgress;
  return (progress) => {
    const meta: unknown = Reflect.get(progress, '_meta');
    if (isPlainObject(meta) && Object.hasOwn(meta, CHUNK_META_KEY)) sideChannel.onChunk(meta[CHUNK_META_KEY]);
    else onProgress(progress);
  };
}

/** Reads the side channel of an answer, and leaves out invalid fields. */
export function readResponseMeta(resultMeta: Readonly<Record<string, unknown>> | undefined): ResponseMeta {
  const answer = resultMeta?.[ANSWER_META_KEY];
  const note = isPlainObject(answer) ? answer : {};
  const { intents, meta } = note;
  return {
    ...(Object.hasOwn(note, 'data') ? { data: note['data'] } : {}),
    intents: Array.isArray(intents) ? intents.filter(isIntent) : [],
    meta: isPlainObject(meta) ? addedMeta(meta) : {},
  };
}

function isIntent(value: unknown): value is Intent {
  return isPlainObject(value) && typeof value['type'] === 'string';
}

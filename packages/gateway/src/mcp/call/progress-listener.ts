import { isPlainObject, type Progress } from '@helve/core';
import type { ServerContext } from '@modelcontextprotocol/server';
import { CALL_META_KEY, CHUNK_META_KEY } from '../meta-keys.js';

/** Listener for the progress of a call. */
export interface ProgressListener {
  onProgress(progress: Progress): void;
  onChunk?(chunk: unknown): void;
}

/** Between two steps that a tool counted itself: little, and yet more, however far it has counted. */
const shortlyAfter = (step: number) => step + Math.max(1e-6, step * Number.EPSILON);

/**
 * Creates a listener that reports progress to a client that asked for it. Chunks of an output go as messages, since MCP has no
 * other place for them; a Helve client gets them as they are.
 */
export function createProgressListener({ mcpReq }: ServerContext): ProgressListener | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const isOurs = isPlainObject(mcpReq._meta?.[CALL_META_KEY]);
  let last = -1;
  let counted = false;
  const tell = (progress: number, more: object) => {
    // The protocol wants it to grow.
    if (progress <= last) return;
    last = progress;
    const params = { progressToken, progress, ...more };
    // A client that has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return {
    onProgress({ done, total, message }) {
      counted = true;
      tell(done, { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) });
    },
    onChunk(chunk) {
      const message = typeof chunk === 'string' ? chunk : JSON.stringify(chunk);
      tell(counted ? shortlyAfter(last) : last + 1, isOurs ? { _meta: { [CHUNK_META_KEY]: chunk } } : { message });
    },
  };
}

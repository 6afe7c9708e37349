import type { Progress } from '@helve/core';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Who hears how far a call is. */
export interface ProgressEar {
  onProgress(progress: Progress): void;
  onChunk?(chunk: unknown): void;
}

/** Between two steps that a tool counted itself. */
const betweenSteps = 1e-6;

/**
 * Tells the client about progress, if it asked to be told. Chunks of a streamed output go as messages, since MCP has no
 * other place for them.
 */
export function tellProgress({ mcpReq }: ServerContext): ProgressEar | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  let counted = false;
  const tell = (progress: number, more: { readonly total?: number; readonly message?: string }) => {
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
      tell(counted ? last + betweenSteps : last + 1, { message });
    },
  };
}

import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';

/** True for what `execute` may give instead of a value: chunks, one after another. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a stream to its end. Chunks go out live only if every hook that redacts the output can redact chunks too; else
 * the whole output leaves at the end. The output is what the stream returns, or all chunks together.
 */
export async function drain(inv: Invocation, stream: AsyncIterable<unknown>): Promise<unknown> {
  const iterator = stream[Symbol.asyncIterator]();
  const { current } = inv;
  const { signal } = inv.ctx;
  const stop = () => void closeStream(inv, iterator);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const chunks: unknown[] = [];
  const live = chunkPath(inv);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await iterator.next();
      signal.throwIfAborted();
      if (done === true) return value === undefined ? join(chunks) : value;
      chunks.push(value);
      if (live !== undefined && !inv.settled && current?.abandoned !== true) await send(inv, iterator, live, value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function send(inv: Invocation, iterator: AsyncIterator<unknown>, live: ChunkPath, chunk: unknown): Promise<void> {
  try {
    await live(chunk);
  } catch (thrown) {
    await closeStream(inv, iterator);
    throw thrown;
  }
}

/** Lets the stream clean up; whatever comes of that, the call ends for another reason. */
async function closeStream(inv: Invocation, iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (thrown) {
    reportFrom(inv, thrown);
  }
}

type ChunkPath = (chunk: unknown) => Promise<void>;

/**
 * How a chunk leaves: through every redaction, to whoever listens; undefined if it may not leave yet. What the filter of
 * a redaction will say at the end is not known now, so that each counts as active.
 */
function chunkPath(inv: Invocation): ChunkPath | undefined {
  const { onChunk } = inv.options;
  if (onChunk === undefined) return undefined;
  const redactors = (inv.plan.stages.willRedactOutput ?? []).map(({ slot }) => inv.hooks[slot]);
  if (redactors.some((hook) => typeof hook?.redactChunk !== 'function')) return undefined;
  return async (chunk) => {
    let safe = chunk;
    for (const hook of redactors) safe = await hook?.redactChunk?.(safe, inv.ctx);
    inv.streamed = true;
    await onChunk(safe);
  };
}

function join(chunks: readonly unknown[]): unknown {
  return chunks.every((chunk) => typeof chunk === 'string') ? chunks.join('') : chunks;
}

import type { Call } from './context/call.js';
import { reportFrom } from './report.js';

/** True for what `execute` may give instead of a value: chunks, one after another. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a stream to its end. Chunks go out live only if every hook that redacts the output can redact chunks too; else
 * the whole output leaves at the end. The output is what the stream returns, or all chunks together.
 */
export async function drain(call: Call, stream: AsyncIterable<unknown>): Promise<unknown> {
  const iterator = stream[Symbol.asyncIterator]();
  const { current } = call.run;
  const { signal } = call.ctx;
  const stop = () => void closeStream(call, iterator);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const chunks: unknown[] = [];
  const live = chunkPath(call);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await iterator.next();
      signal.throwIfAborted();
      if (done === true) return value === undefined ? join(chunks) : value;
      chunks.push(value);
      if (live !== undefined && !call.settled && current?.abandoned !== true) await send(call, iterator, live, value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function send(call: Call, iterator: AsyncIterator<unknown>, live: ChunkPath, chunk: unknown): Promise<void> {
  try {
    await live(chunk);
  } catch (thrown) {
    await closeStream(call, iterator);
    throw thrown;
  }
}

/** Lets the stream clean up; whatever comes of that, the call ends for another reason. */
async function closeStream(call: Call, iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (thrown) {
    reportFrom(call, thrown);
  }
}

type ChunkPath = (chunk: unknown) => Promise<void>;

/**
 * Gives the way out for chunks: through every redaction, to whoever listens; undefined if none may leave yet. What the filter of
 * a redaction will say at the end is not known now, so that each counts as active.
 */
function chunkPath(call: Call): ChunkPath | undefined {
  const { onChunk } = call.options;
  if (onChunk === undefined) return undefined;
  const redactors = (call.plan.stages.willRedactOutput?.hooks ?? []).map(({ slot }) => call.hooks[slot]);
  if (redactors.some((hook) => typeof hook?.redactChunk !== 'function')) return undefined;
  return async (chunk) => {
    let safe = chunk;
    for (const hook of redactors) safe = await hook?.redactChunk?.(safe, call.ctx);
    call.run.streamed = true;
    await onChunk(safe);
  };
}

function join(chunks: readonly unknown[]): unknown {
  return chunks.every((chunk) => typeof chunk === 'string') ? chunks.join('') : chunks;
}

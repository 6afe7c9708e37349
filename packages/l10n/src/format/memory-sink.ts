import type { ByteSink } from '@helve/flow/content';

/** A sink that keeps its input. */
export interface MemorySink extends ByteSink {
  bytes(): Uint8Array;
}

/** Creates a sink that collects bytes in memory. */
export function createMemorySink(): MemorySink {
  const chunks: Uint8Array[] = [];
  return {
    write(bytes) {
      chunks.push(Uint8Array.from(bytes));
    },
    bytes: () => Buffer.concat(chunks),
  };
}

import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { ByteSink } from '@helve/flow/content';
import type { Sink } from '../../io.js';

/** Standard output as a place for bytes; waits where its reader is slower, and not for one that has gone. */
export function stdoutSink(stdout: Sink): ByteSink {
  return {
    write: async (bytes) => {
      if (stdout instanceof Writable && stdout.destroyed) return;
      const result = stdout.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
      if (result === false && stdout instanceof Writable && stdout.writableNeedDrain) await drained(stdout);
    },
  };
}

/** Waits until a stream is drained; failures are reported by its error listener. */
async function drained(stream: Writable): Promise<void> {
  await once(stream, 'drain').catch(() => undefined);
}

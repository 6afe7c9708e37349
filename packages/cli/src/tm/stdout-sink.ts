import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { ByteSink } from '@helve/flow';
import type { Sink } from '../io.js';

/** Standard output as a place for bytes; waits where its reader is slower. */
export function stdoutSink(stdout: Sink): ByteSink {
  return {
    write: async (bytes) => {
      const taken = stdout.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
      if (taken === false && stdout instanceof Writable && stdout.writableNeedDrain) await once(stdout, 'drain');
    },
  };
}

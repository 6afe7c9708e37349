import type { Writable } from 'node:stream';

/** Writes lines to a stream. */
export interface LineWriter {
  /** Writes a line. One of a series has no reply, so that it may wait for the next ones. */
  write(line: string, inSeries?: boolean): void;
  /** Writes everything that waits for the end of this turn. */
  flush(): void;
  /** Notes received text: the reply to a single line need not wait for others. */
  heard(text: string): void;
  /** True while the other side reads more slowly than this one writes. */
  readonly full: boolean;
}

/** Pause after which a line no longer belongs to a burst, and the longest wait of a series. */
const BURST_MS = 0.1;

/** Number of characters that are written at once: the other side begins with them while this one continues. */
const BATCH = 2048;

/** Smaller batch for a series, which holds back the credit for its next chunks. */
const SERIES_BATCH = 512;

/**
 * Creates a writer that writes the first line of a turn at once, and the following ones together, in batches or at
 * the end of the turn:
 *
 *     line ──▶ │ line line line ─── batch or end of turn ──▶ │
 */
export function createLineWriter(stream: Writable): LineWriter {
  let waiting = '';
  let wroteAt = -1;
  let heardAt = -1;
  let heldAt = 0;
  let full = false;
  let fresh = true;

  const put = (text: string, now: number) => {
    wroteAt = now;
    fresh = false;
    full = !stream.write(text, 'utf8');
  };
  const flush = () => {
    if (waiting === '' || full || stream.destroyed) return;
    const text = waiting;
    waiting = '';
    put(text, performance.now());
  };
  stream.on('drain', () => {
    full = false;
    flush();
  });

  return {
    write(line, inSeries = false) {
      const now = performance.now();
      if (waiting !== '' || full) {
        waiting += `${line}\n`;
        if (waiting.length >= (inSeries ? SERIES_BATCH : BATCH) || (inSeries && now - heldAt > BURST_MS)) flush();
        return;
      }
      // A series continues when credit arrives; its first line then still belongs to the series.
      const alone = inSeries ? now - Math.max(wroteAt, heardAt) > BURST_MS : fresh || now - wroteAt > BURST_MS;
      if (alone) return put(`${line}\n`, now);
      waiting = `${line}\n`;
      heldAt = now;
      setImmediate(flush);
    },
    flush,
    heard(text) {
      heardAt = performance.now();
      fresh = text.indexOf('\n') === text.length - 1;
    },
    get full() {
      return full;
    },
  };
}

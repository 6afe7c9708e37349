import type { Writable } from 'node:stream';

/** Where lines go. */
export interface LineWriter {
  /** One of a series gives no answer that anybody waits for: it may wait for those that follow it. */
  write(line: string, inSeries?: boolean): void;
  /** Hands over at once what waits for the end of this turn. */
  flush(): void;
  /** Something arrived: if it was one line, the line that answers it need not wait for others. */
  heard(text: string): void;
  /** True while the other side reads more slowly than this one writes. */
  readonly full: boolean;
}

/** After this long without a line, the next one belongs to no burst; nor does one of a series wait longer for more of them. */
const BURST_MS = 0.1;

/** So much is worth a write of its own: the other side begins with it while this one goes on. */
const BATCH = 2048;

/** A series has a window: what is held back of it holds back the credit for what follows. */
const SERIES_BATCH = 512;

/**
 * Writes the first line of a turn at once, and what follows on its heels together, in batches or at the end of the turn:
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
      // A series goes on when credit comes; that much later, its first line is no less one of many.
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

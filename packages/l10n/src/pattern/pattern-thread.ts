import type { BorrowedThread, ThreadSource } from '@helve/flow/engine';
import type { PatternMatch } from './compile-pattern.js';
import { overdueError, patternError } from './pattern-error.js';

/** A pattern, and the texts to search. */
export interface PatternBatch {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

type Matches = readonly (readonly PatternMatch[])[];

/** Program of the thread: it reports when it starts a batch, and the matches. */
const program = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ data: { source, flags, texts }, port }) => {
  port.postMessage('begun');
  const regex = new RegExp(source, flags);
  port.postMessage(texts.map((text) => {
    const found = [];
    for (const match of text.matchAll(regex)) {
      if (match[0] === '') continue;
      found.push({ start: match.index, end: match.index + match[0].length, groups: match.slice(1), named: { ...match.groups } });
    }
    return found;
  }));
});
`;

const module = new URL(`data:text/javascript,${encodeURIComponent(program)}`);

/** Matches a pattern on a thread of the pool, where it can be stopped while this thread continues. */
export async function matchInThread(pool: ThreadSource, batch: PatternBatch, limitMs: number): Promise<Matches> {
  const thread = await pool.borrow(module, batch);
  try {
    const matches = await requestMatches(thread, batch.source, limitMs);
    thread.giveBack();
    return matches;
  } catch (error) {
    await thread.stop();
    throw error;
  }
}

/** Waits for the matches from the thread; the time to start the thread does not count. */
function requestMatches({ port, ended }: BorrowedThread, source: string, limitMs: number): Promise<Matches> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    port.on('message', (message: 'begun' | Matches) => {
      if (message === 'begun') {
        timer = setTimeout(() => reject(overdueError(source, limitMs)), limitMs);
        return;
      }
      clearTimeout(timer);
      resolve(message);
    });
    void ended.then((end) => {
      clearTimeout(timer);
      reject(patternError(source, 'its thread exited', end?.error));
    });
  });
}

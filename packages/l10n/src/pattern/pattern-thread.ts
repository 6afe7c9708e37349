import type { BorrowedThread, ThreadPool } from '@helve/flow';
import type { PatternMatch } from './compile-pattern.js';
import { overdueError, patternError } from './pattern-error.js';

/** A pattern, and the texts that it is looked for in. */
export interface PatternBatch {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

type Matches = readonly (readonly PatternMatch[])[];

/** The whole program of the thread: it says when it begins with a batch, and what it has found. */
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

/** Looks for a pattern on a thread of the pool, where it can be stopped while this one goes on. */
export async function matchInThread(pool: ThreadPool, batch: PatternBatch, limitMs: number): Promise<Matches> {
  const thread = await pool.borrow(module, batch);
  try {
    const matches = await answerOf(thread, batch.source, limitMs);
    thread.giveBack();
    return matches;
  } catch (error) {
    await thread.stop();
    throw error;
  }
}

/** What the thread finds. That it has to start first is no time of the pattern. */
function answerOf({ port, ended }: BorrowedThread, source: string, limitMs: number): Promise<Matches> {
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

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { l10nErrors } from '../l10n-errors.js';
import type { PatternMatch } from './compile-pattern.js';

export interface PatternThreadOptions {
  readonly source: string;
  readonly flags: string;
  /** For one batch of texts. */
  readonly limitMs: number;
}

type Matches = readonly (readonly PatternMatch[])[];

/** The whole program of the thread: it knows one pattern and answers one batch after the other. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const regex = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (texts) => {
  parentPort.postMessage(texts.map((text) => {
    const found = [];
    for (const match of text.matchAll(regex)) {
      if (match[0] === '') continue;
      found.push({ start: match.index, end: match.index + match[0].length, groups: match.slice(1), named: { ...match.groups } });
    }
    return found;
  }));
});
`;

/** Runs a pattern where it can be stopped. The thread starts with the first batch and is not what keeps a process alive. */
export function createPatternThread({ source, flags, limitMs }: PatternThreadOptions) {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const stop = () => {
    void worker?.terminate();
    worker = undefined;
  };
  const ask = async (texts: readonly string[]): Promise<Matches> => {
    try {
      worker ??= await startWorker({ source, flags });
      return await answerOf(worker, texts, limitMs, source);
    } catch (error) {
      stop();
      throw error;
    }
  };
  return {
    find: (texts: readonly string[]): Promise<Matches> => {
      const answered = last.then(() => ask(texts));
      last = answered.catch(() => undefined);
      return answered;
    },
    close: stop,
  };
}

/** A thread that is ready: its start does not count as time of a pattern. */
async function startWorker(pattern: { readonly source: string; readonly flags: string }): Promise<Worker> {
  const worker = new Worker(program, { eval: true, workerData: pattern });
  await once(worker, 'online');
  worker.unref();
  return worker;
}

function answerOf(worker: Worker, texts: readonly string[], limitMs: number, source: string): Promise<Matches> {
  return new Promise((resolve, reject) => {
    const fail = (problem: string, cause?: unknown) => {
      const pattern = JSON.stringify(source);
      settle();
      reject(l10nErrors.create('L10N_PATTERN', { pattern, problem }, cause === undefined ? {} : { cause }));
    };
    const timer = setTimeout(() => fail(`it took more than ${limitMs} ms`), limitMs);
    const onMessage = (matches: Matches) => {
      settle();
      resolve(matches);
    };
    const onError = (cause: unknown) => fail('its thread ended', cause);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError);
    };
    worker.on('message', onMessage).on('error', onError);
    worker.postMessage(texts, []);
  });
}

import { isToolError } from '@helve/core';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { fileSource } from '../format/byte-source.js';
import { MAX_WAITING, type FromDraftThread, type ThreadTask, type WireError } from './draft-thread.js';
import { toWireText } from './draft-wire.js';
import { readDrafts } from './read-drafts.js';

/** Makes this thread one that reads the TMX file it was told at its start. */
export async function serveDrafts(): Promise<void> {
  if (parentPort === null) throw new Error('Cannot serve drafts: this is the main thread');
  const { path, ...request } = workerData as ThreadTask;
  const reading = readDrafts(fileSource(path), request);
  const say = (message: FromDraftThread) => parentPort?.postMessage(message, []);
  const turn = createTurn(parentPort);
  try {
    for await (const list of reading.lists()) {
      const drafts = toWireText(list);
      await turn();
      say({ kind: 'list', facts: reading.facts, drafts });
    }
    say({ kind: 'end', facts: reading.facts, summary: await reading.summary() });
  } catch (error) {
    say({ kind: 'failure', facts: reading.facts, error: toWire(error) });
  } finally {
    parentPort.close();
  }
}

/** Waits while too many lists are under way. */
function createTurn(port: MessagePort): () => Promise<void> {
  let free = MAX_WAITING;
  let wake = () => {};
  port.on('message', () => {
    free += 1;
    wake();
  });
  return async () => {
    if (free === 0) await new Promise<void>((resolve) => (wake = resolve));
    free -= 1;
  };
}

function toWire(error: unknown): WireError | Error {
  if (!isToolError(error)) return error instanceof Error ? error : new Error(String(error));
  const { type, message, code, retryable, details } = error;
  return { type, message, code, retryable, details };
}

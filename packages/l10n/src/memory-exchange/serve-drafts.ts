import { isToolError } from '@helve/core';
import { serveThreadTasks } from '@helve/flow/engine';
import type { MessagePort } from 'node:worker_threads';
import { fileSource } from '../format/byte-source.js';
import {
  MAX_WAITING,
  type FromDraftThread,
  type ThreadTask,
  type ToDraftThread,
  type WireError,
} from './draft-thread.js';
import { toWireText } from './draft-wire.js';
import { readDrafts } from './read-drafts.js';
import { indexedBlock } from './thread-indexer.js';

/** Makes this thread serve requests to read TMX files. */
export function serveDrafts(): void {
  serveThreadTasks((data, port) => void sayDrafts(data as ThreadTask, port));
}

async function sayDrafts({ path, ...request }: ThreadTask, port: MessagePort): Promise<void> {
  const reading = readDrafts(fileSource(path), request);
  const say = (message: FromDraftThread) => port.postMessage(message, []);
  const turn = createTurn(port);
  port.on('message', (message: ToDraftThread) => {
    if (message !== 'taken') port.postMessage(...indexedBlock(message));
  });
  try {
    for await (const list of reading.lists()) {
      const drafts = toWireText(list);
      await turn();
      say({ kind: 'list', facts: reading.facts, drafts });
    }
    say({ kind: 'end', facts: reading.facts, summary: await reading.summary() });
  } catch (error) {
    say({ kind: 'failure', facts: reading.facts, error: toWire(error) });
  }
}

/** Creates a function that waits while too many lists are on their way. */
function createTurn(port: MessagePort): () => Promise<void> {
  let free = MAX_WAITING;
  let wake = () => {};
  port.on('message', (message: ToDraftThread) => {
    if (message !== 'taken') return;
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

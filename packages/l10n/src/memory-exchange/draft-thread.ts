import { ToolError } from '@helve/core';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { l10nErrors } from '../l10n-errors.js';
import { fromWireText } from './draft-wire.js';
import type { DraftReading, DraftRequest, ReadFacts, ReadSummary } from './read-drafts.js';

/** Where a file is read on another thread. */
export interface DraftThread {
  /** The module that calls `serveDrafts`. */
  readonly module: string | URL;
  /** The file itself, which the thread opens. */
  readonly path: string;
}

/** What a thread is told at its start. */
export interface ThreadTask extends DraftRequest {
  readonly path: string;
}

/** What a thread says. */
export type FromDraftThread =
  | { readonly kind: 'list'; readonly facts: ReadFacts; readonly drafts: string }
  | { readonly kind: 'end'; readonly facts: ReadFacts; readonly summary: ReadSummary }
  | { readonly kind: 'failure'; readonly facts: ReadFacts; readonly error: WireError | Error };

/** A foreseen error as it crosses from one thread to another. */
export type WireError = Pick<ToolError, 'type' | 'message' | 'code' | 'retryable' | 'details'>;

/** So many lists may wait for the main thread; each is answered once it was taken. */
export const MAX_WAITING = 3;

const nothing: ReadSummary = { skipped: 0, differing: 0, leftOut: {}, remarks: [] };

/** Reads a file in a thread, which ends with the reading. */
export function readInThread(request: DraftRequest, { module, path }: DraftThread): DraftReading {
  let facts: ReadFacts = { sha256: '', session: '', header: {}, bytes: 0, units: 0 };
  let summary = nothing;
  return {
    get facts() {
      return facts;
    },
    async *lists() {
      const task: ThreadTask = { ...request, path };
      const worker = new Worker(module, { workerData: task });
      try {
        for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromDraftThread]>) {
          facts = message.facts;
          if (message.kind === 'failure') throw fromWire(message.error);
          if (message.kind === 'end') {
            summary = message.summary;
            return;
          }
          worker.postMessage('taken', []);
          yield fromWireText(message.drafts);
        }
        throw l10nErrors.create('L10N_THREAD', { file: request.file });
      } finally {
        await worker.terminate();
      }
    },
    summary: () => Promise.resolve(summary),
  };
}

function fromWire(error: WireError | Error): Error {
  if (error instanceof Error) return error;
  const { type, message, code, retryable, details } = error;
  return new ToolError(type, message, { code, retryable, details });
}

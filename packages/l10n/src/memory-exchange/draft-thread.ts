import { ToolError } from '@helve/core';
import type { BorrowedThread, ThreadSource } from '@helve/flow/engine';
import { on } from 'node:events';
import { l10nErrors } from '../l10n-errors.js';
import type { TmDraft, TmIndexer } from '../memory/contract.js';
import { fromWireText } from './draft-wire.js';
import type { DraftReading, DraftRequest, ReadFacts, ReadSummary } from './read-drafts.js';
import { ThreadIndexer, type IndexedBlock, type IndexTask } from './thread-indexer.js';

/** Settings for reading a file on another thread, if one is free. */
export interface DraftThread {
  readonly pool: ThreadSource;
  /** The module that calls `serveDrafts`. */
  readonly module: string | URL;
  /** The file itself, which the thread opens. */
  readonly path: string;
}

/** Request to a thread to read a file. */
export interface ThreadTask extends DraftRequest {
  readonly path: string;
}

/** Message to a thread: a list was received, or a block to index. */
export type ToDraftThread = 'taken' | IndexTask;

/** Message from a thread. */
export type FromDraftThread =
  | IndexedBlock
  | { readonly kind: 'list'; readonly facts: ReadFacts; readonly drafts: string }
  | { readonly kind: 'end'; readonly facts: ReadFacts; readonly summary: ReadSummary }
  | { readonly kind: 'failure'; readonly facts: ReadFacts; readonly error: WireError | Error };

/** A foreseen error on its way between threads. */
export type WireError = Pick<ToolError, 'type' | 'message' | 'code' | 'retryable' | 'details'>;

/** Maximum number of lists on their way to the main thread; each is acknowledged. */
export const MAX_WAITING = 3;

const nothing: ReadSummary = { skipped: 0, differing: 0, leftOut: {}, remarks: [] };

/** Reads a file in a thread; returns undefined when none is free. */
export function readInThread(request: DraftRequest, { pool, module, path }: DraftThread): DraftReading | undefined {
  const thread = pool.tryBorrow(module, { ...request, path } satisfies ThreadTask);
  return thread && new ThreadDrafts(thread, request.file);
}

class ThreadDrafts implements DraftReading {
  readonly #thread: BorrowedThread;
  readonly #file: string;
  readonly #indexer: ThreadIndexer;
  #facts: ReadFacts = { sha256: '', session: '', header: {}, bytes: 0, units: 0 };
  #summary = nothing;

  constructor(thread: BorrowedThread, file: string) {
    this.#thread = thread;
    this.#file = file;
    this.#indexer = new ThreadIndexer(thread.port);
  }

  get index(): TmIndexer {
    return this.#indexer.index;
  }

  get facts(): ReadFacts {
    return this.#facts;
  }

  async *lists(): AsyncGenerator<readonly TmDraft[]> {
    const { port } = this.#thread;
    let isDone = false;
    // Handled at once, also while a list is being written.
    port.on('message', (message: FromDraftThread) => message.kind === 'indexed' && this.#indexer.take(message));
    port.on('close', () => this.#indexer.close());
    try {
      for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[FromDraftThread]>) {
        if (message.kind === 'indexed') continue;
        this.#facts = message.facts;
        isDone = message.kind !== 'list';
        if (message.kind === 'failure') throw fromWire(message.error);
        if (message.kind === 'end') {
          this.#summary = message.summary;
          return;
        }
        port.postMessage('taken', []);
        yield fromWireText(message.drafts);
      }
      throw l10nErrors.create('L10N_THREAD', { file: this.#file });
    } finally {
      // A caller that stops reading does not wait for the rest of the file.
      if (isDone) await this.#indexer.idle();
      this.#indexer.close();
      if (isDone) this.#thread.giveBack();
      else await this.#thread.stop();
    }
  }

  async summary(): Promise<ReadSummary> {
    return this.#summary;
  }
}

function fromWire(error: WireError | Error): Error {
  if (error instanceof Error) return error;
  const { type, message, code, retryable, details } = error;
  return new ToolError(type, message, { code, retryable, details });
}

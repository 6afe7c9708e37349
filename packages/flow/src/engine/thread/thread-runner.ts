import type { Json } from '@helve/core';
import { availableParallelism } from 'node:os';
import type { Session } from '../../contract/store.js';
import type { BorrowedThread, ThreadEnd, ThreadSource } from '../../contract/thread-pool.js';
import type { CallPort } from '../../contract/tool.js';
import { flowErrors } from '../../flow-errors.js';
import { errorFacts } from '../report/error-facts.js';
import { failedDocument } from '../report/failed-document.js';
import type { FlowDocument } from '../io/flow-io.js';
import { runDocument, type DocumentTask } from '../run-document.js';
import type { RunEnv } from '../run-env.js';
import type { DocumentResult } from '../report/run-report.js';
import { DocumentQueues } from './document-queues.js';
import type { DocumentRunner } from './document-runner.js';
import type { PortRequest, FromThread, ThreadStart, ToThread } from './message.js';
import { sendReply } from './shared-reply.js';

export interface ThreadOptions {
  /** Where threads come from; a run makes do with as many as it gets. */
  readonly pool: ThreadSource;
  /** The module that calls `serveDocuments`: a path or a file URL. */
  readonly module: string | URL;
  /** For that module. */
  readonly data: Json;
  /** Maximum number of threads. Default: the number of cores. */
  readonly count?: number;
  /** Every document runs in a thread, however small: this one has to answer at any time. */
  readonly required?: boolean;
}

/** Below that, threads cost more than they gain. */
const MIN_DOCUMENTS = 4;
const MIN_BYTES = 1024 * 1024;

/** Decides the number of threads of a run; undefined means none. */
export function threadCount(
  documents: readonly FlowDocument[],
  threads: ThreadOptions | undefined,
): number | undefined {
  if (threads === undefined) return undefined;
  if (threads.required === true) return Math.min(documents.length, threads.count ?? availableParallelism());
  if (documents.length < MIN_DOCUMENTS) return undefined;
  const bytes = documents.reduce((sum, document) => sum + (document.bytes ?? 0), 0);
  if (bytes < MIN_BYTES) return undefined;
  return Math.min(documents.length, threads.count ?? availableParallelism());
}

/** A document that a thread works on. */
interface Underway {
  readonly document: FlowDocument;
  readonly task: DocumentTask;
  readonly resolve: (result: DocumentResult) => void;
}

interface Thread {
  /** The queue that it serves first. */
  readonly queue: number;
  readonly borrowed: BorrowedThread;
  readonly underway: Map<number, Underway>;
  /** When it is given back, or was lost with what it had in hand. */
  readonly left: Promise<void>;
}

/** Runs documents in threads: one that dies takes its documents along, and another takes its place. */
export class ThreadRunner implements DocumentRunner {
  readonly #env: RunEnv;
  readonly #options: ThreadOptions;
  readonly #count: number;
  readonly #threads = new Set<Thread>();
  readonly #queues: DocumentQueues;
  #first: Promise<Thread> | undefined;

  constructor(documents: readonly FlowDocument[], env: RunEnv, options: ThreadOptions, count: number) {
    this.#env = env;
    this.#options = options;
    this.#count = count;
    this.#queues = new DocumentQueues(documents, count);
  }

  next(): number {
    return this.#queues.take(this.#leastBusy()?.queue ?? 0);
  }

  async run(document: FlowDocument, task: DocumentTask): Promise<DocumentResult> {
    const thread = this.#leastBusy() ?? (await this.#firstIfRequired());
    if (thread === undefined) return runDocument(document, task, this.#env);
    const abort = () => this.#post(thread, { kind: 'abort', index: task.index });
    task.signal.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve) => {
        thread.underway.set(task.index, { document, task, resolve });
        this.#post(thread, { kind: 'run', index: task.index });
        if (task.signal.aborted) abort();
      });
    } finally {
      task.signal.removeEventListener('abort', abort);
    }
  }

  async close({ aborted }: AbortSignal): Promise<void> {
    const threads = [...this.#threads];
    for (const { borrowed, underway } of threads) {
      // A tool may not have heard yet that it is to stop.
      if (aborted || underway.size > 0) await borrowed.stop();
      else borrowed.giveBack();
    }
    await Promise.all(threads.map(({ left }) => left));
  }

  /** A thread whose documents all wait at a barrier may take another; none means that the pool has none to give. */
  #leastBusy(): Thread | undefined {
    const threads = [...this.#threads];
    const idle = threads.find(({ underway }) => underway.size === 0);
    if (idle !== undefined) return idle;
    const another = threads.length < this.#count ? this.#borrow() : undefined;
    return another ?? threads.toSorted((one, other) => one.underway.size - other.underway.size)[0];
  }

  /** Waits for one thread and holds no other meanwhile: more of them are taken only where they are free. */
  async #firstIfRequired(): Promise<Thread | undefined> {
    if (this.#options.required !== true) return undefined;
    this.#first ??= this.#options.pool.borrow(this.#options.module, this.#start()).then((one) => this.#hold(one));
    const first = await this.#first.finally(() => (this.#first = undefined));
    return this.#leastBusy() ?? first;
  }

  #borrow(): Thread | undefined {
    const borrowed = this.#options.pool.tryBorrow(this.#options.module, this.#start());
    return borrowed === undefined ? undefined : this.#hold(borrowed);
  }

  #hold(borrowed: BorrowedThread): Thread {
    const underway = new Map<number, Underway>();
    const left = borrowed.ended.then((end) => {
      this.#threads.delete(thread);
      if (end !== undefined) this.#lose(thread, end);
    });
    const thread: Thread = { queue: this.#freeQueue(), borrowed, underway, left };
    borrowed.port.on('message', (message: FromThread) => void this.#hear(thread, message));
    this.#threads.add(thread);
    return thread;
  }

  #freeQueue(): number {
    const usedQueues = new Set([...this.#threads].map(({ queue }) => queue));
    return Array.from({ length: this.#count }, (_, queue) => queue).find((queue) => !usedQueues.has(queue)) ?? 0;
  }

  #start(): ThreadStart {
    const { plan, batches, spool, verifyStructure, enforceImmutability, writable, resources } = this.#env;
    return {
      plan,
      data: this.#options.data,
      batches,
      spool: { folder: spool.folder, free: Math.floor(spool.free / this.#count) },
      verifyStructure,
      enforceImmutability,
      writable,
      hasVault: resources.vault !== undefined,
    };
  }

  async #hear(thread: Thread, message: FromThread): Promise<void> {
    switch (message.kind) {
      case 'result':
        thread.underway.get(message.index)?.resolve(message.result);
        thread.underway.delete(message.index);
        return;
      case 'progress':
        return this.#env.progress.report(message.event, message.facts);
      case 'log':
        return this.#env.log(message.line);
      case 'ask':
        if (message.ask.port === 'token') return this.#name(message.ask);
        return this.#answer(thread, message.id, message.ask);
    }
  }

  async #answer(thread: Thread, id: number, ask: Exclude<PortRequest, { port: 'token' }>): Promise<void> {
    try {
      this.#post(thread, { kind: 'answer', id, value: await this.#do(thread, ask) });
    } catch (error) {
      this.#post(thread, { kind: 'answer', id, error: errorFacts(error) });
    }
  }

  /** Answers a request on which the thread blocks. */
  #name({ args, reply }: Extract<PortRequest, { port: 'token' }>): void {
    let token: string | undefined;
    try {
      token = this.#env.resources.vault?.tokenOf(...args);
    } finally {
      sendReply(reply, token);
    }
  }

  /** Handles a request to something that only the main thread has. */
  async #do(thread: Thread, ask: Exclude<PortRequest, { port: 'token' }>): Promise<unknown> {
    switch (ask.port) {
      case 'call': {
        const signal = thread.underway.get(ask.document)?.task.signal;
        const request = ask.request as Parameters<CallPort['call']>[0];
        return this.#env.call(signal === undefined ? request : { ...request, signal }, ask.step);
      }
      case 'barrier':
        return this.#env.barrier.meet(...ask.args);
      case 'vault':
        return Reflect.apply(this.#env.resources.vault?.[ask.method] ?? none, this.#env.resources.vault, ask.args);
      case 'session': {
        const session = thread.underway.get(ask.document)?.task.session;
        const method: unknown = session?.[ask.method as keyof Session];
        const result: unknown = typeof method === 'function' ? Reflect.apply(method, session, ask.args) : undefined;
        return isAsyncIterable(result) ? collect(result) : result;
      }
    }
  }

  /** Fails the documents of a dead thread; they leave nothing behind. */
  #lose({ underway }: Thread, { code, error }: ThreadEnd): void {
    const problem = error?.message ?? `with code ${code}`;
    for (const { document, resolve } of underway.values()) resolve(lostResult(document, problem));
    underway.clear();
  }

  #post({ borrowed }: Thread, message: ToThread): void {
    borrowed.port.postMessage(message, []);
  }
}

function lostResult(document: FlowDocument, problem: string): DocumentResult {
  return failedDocument(
    document,
    errorFacts(flowErrors.create('FLOW_WORKER_LOST', { document: document.id, problem })),
  );
}

function none(): undefined {
  return undefined;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

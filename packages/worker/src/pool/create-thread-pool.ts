import { availableParallelism } from 'node:os';
import { PooledThread, type BorrowedThread } from './pooled-thread.js';

export interface ThreadPoolOptions {
  /** Maximum number of threads per module. Default: the number of cores. */
  readonly size?: number;
  /** Time after which an idle thread ends. */
  readonly idleMs?: number;
}

/** Shared threads of a process; implements the pool port of `flow`. */
export interface ThreadPool {
  /** Borrows a thread that runs the module; undefined when none is free or the pool is closed. */
  tryBorrow(module: string | URL, data: unknown): BorrowedThread | undefined;
  /** Borrows a thread, waiting until one is free. */
  borrow(module: string | URL, data: unknown): Promise<BorrowedThread>;
  /** Ends all threads, borrowed ones included. */
  close(): Promise<void>;
}

const IDLE_MS = 60_000;

/** Creates a pool. Threads start when they are borrowed; a returned one is reused for the same module. */
export function createThreadPool(options: ThreadPoolOptions = {}): ThreadPool {
  return new NodeThreadPool(options);
}

interface Waiting {
  readonly module: string | URL;
  readonly data: unknown;
  readonly resolve: (thread: BorrowedThread) => void;
  readonly reject: (reason: unknown) => void;
}

class NodeThreadPool implements ThreadPool {
  readonly #size: number;
  readonly #idleMs: number;
  readonly #threads = new Set<PooledThread>();
  #waiting: Waiting[] = [];
  #closed = false;

  constructor({ size = availableParallelism(), idleMs = IDLE_MS }: ThreadPoolOptions) {
    this.#size = size;
    this.#idleMs = idleMs;
  }

  tryBorrow(module: string | URL, data: unknown): BorrowedThread | undefined {
    if (this.#closed) return undefined;
    const own = [...this.#threads].filter((thread) => thread.module === String(module));
    const idle = own.find(({ isIdle }) => isIdle) ?? (own.length < this.#size ? this.#start(module) : undefined);
    return idle?.lend(data);
  }

  borrow(module: string | URL, data: unknown): Promise<BorrowedThread> {
    return new Promise((resolve, reject) => this.#serve({ module, data, resolve, reject }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#serveWaiting();
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #start(module: string | URL): PooledThread {
    const onBack = () => this.#serveWaiting();
    const thread = new PooledThread({ module, idleMs: this.#idleMs, onBack });
    this.#threads.add(thread);
    void thread.exited.then(() => {
      this.#threads.delete(thread);
      this.#serveWaiting();
    });
    return thread;
  }

  /** Serves waiting borrowers in their order of arrival. */
  #serveWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) this.#serve(each);
  }

  #serve(waiting: Waiting): void {
    const { module, data, resolve, reject } = waiting;
    if (this.#closed) return reject(new Error('Cannot borrow a thread: the pool is closed'));
    try {
      const thread = this.tryBorrow(module, data);
      if (thread === undefined) this.#waiting.push(waiting);
      else resolve(thread);
    } catch (error) {
      // Data that cannot be copied to a thread.
      reject(error);
    }
  }
}

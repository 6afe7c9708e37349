import { once } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';

/** How a thread ended. */
export interface ThreadEnd {
  readonly code: number;
  /** What it threw, if that was why. */
  readonly error?: Error;
}

/** A thread in the hands of whoever borrowed it. */
export interface BorrowedThread {
  /** The other end is with the module that the thread runs. */
  readonly port: MessagePort;
  /** Settles behind the last message: with how the thread ended, or with nothing when it was given back. */
  readonly ended: Promise<ThreadEnd | undefined>;
  /** It has nothing left to do, and the next may have it. */
  giveBack(): void;
  /** Ends it, whatever it does. */
  stop(): Promise<void>;
}

export interface PooledThreadOptions {
  readonly module: string | URL;
  /** How long it waits for the next borrower. */
  readonly idleMs: number;
  onBack(): void;
}

/** A thread that is lent to one at a time, or idle; only a lent one keeps the process alive. */
export class PooledThread {
  readonly module: string;
  readonly exited: Promise<ThreadEnd>;
  readonly #worker: Worker;
  readonly #options: PooledThreadOptions;
  #lent = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(options: PooledThreadOptions) {
    const worker = new Worker(options.module);
    worker.unref();
    this.exited = endOf(worker);
    this.module = String(options.module);
    this.#worker = worker;
    this.#options = options;
  }

  get isIdle(): boolean {
    return !this.#lent;
  }

  /** Tells the module of a loan; each has a port of its own, so that nothing is heard that an earlier one left behind. */
  lend(data: unknown): BorrowedThread {
    const { port1: port, port2: other } = new MessageChannel();
    this.#worker.postMessage({ data, port: other }, [other]);
    this.#worker.ref();
    this.#lent = true;
    clearTimeout(this.#rest);
    let takeBack = () => {};
    const back = new Promise<undefined>((resolve) => (takeBack = () => resolve(undefined)));
    const ended = Promise.all([Promise.race([back, this.exited]), once(port, 'close')]);
    return {
      port,
      ended: ended.then(([end]) => end),
      giveBack: () => {
        port.close();
        takeBack();
        this.#takeBack();
      },
      stop: () => this.stop(),
    };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #takeBack(): void {
    this.#worker.unref();
    this.#lent = false;
    this.#rest = setTimeout(() => void this.stop(), this.#options.idleMs).unref();
    this.#options.onBack();
  }
}

function endOf(worker: Worker): Promise<ThreadEnd> {
  return new Promise((resolve) => {
    let why: Pick<ThreadEnd, 'error'> = {};
    worker.on(
      'error',
      (error: unknown) => (why = { error: error instanceof Error ? error : new Error(String(error)) }),
    );
    worker.on('exit', (code) => resolve({ code, ...why }));
  });
}

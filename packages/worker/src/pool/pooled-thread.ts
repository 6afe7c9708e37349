import { once } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';

/** The end of a thread. */
export interface ThreadEnd {
  readonly code: number;
  /** The uncaught error, if any. */
  readonly error?: Error;
}

/** A borrowed thread. */
export interface BorrowedThread {
  /** The other end belongs to the module that the thread runs. */
  readonly port: MessagePort;
  /** Settles after the last message: with the end of the thread, or with undefined when it was returned. */
  readonly ended: Promise<ThreadEnd | undefined>;
  /** Returns the thread to the pool. */
  giveBack(): void;
  /** Ends the thread at once. */
  stop(): Promise<void>;
}

export interface PooledThreadOptions {
  readonly module: string | URL;
  /** Time after which the idle thread ends. */
  readonly idleMs: number;
  onBack(): void;
}

/** A thread that is idle or borrowed by one user; only a borrowed one keeps the process alive. */
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
    this.exited = untilEnd(worker);
    this.module = String(options.module);
    this.#worker = worker;
    this.#options = options;
  }

  get isIdle(): boolean {
    return !this.#lent;
  }

  /** Lends the thread. Each loan has its own port, so that messages of an earlier one cannot arrive. */
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

function untilEnd(worker: Worker): Promise<ThreadEnd> {
  return new Promise((resolve) => {
    let why: Pick<ThreadEnd, 'error'> = {};
    worker.on(
      'error',
      (error: unknown) => (why = { error: error instanceof Error ? error : new Error(String(error)) }),
    );
    worker.on('exit', (code) => resolve({ code, ...why }));
  });
}

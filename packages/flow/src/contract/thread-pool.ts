import type { MessagePort } from 'node:worker_threads';

/** Lends threads. Each runs a module, serves one loan after the other, and keeps what it has loaded between them. */
export interface ThreadSource {
  /**
   * A thread that runs the module, or undefined when as many of them are lent as there may be: whoever holds one and
   * waited for another could wait for ever, so it does the work itself.
   */
  tryBorrow(module: string | URL, data: unknown): BorrowedThread | undefined;
  /** Waits until a thread is free; for short work that holds no other thread. */
  borrow(module: string | URL, data: unknown): Promise<BorrowedThread>;
}

/** A thread in the hands of whoever borrowed it. */
export interface BorrowedThread {
  /** Private channel to the module of the thread; closes when the thread is given back. */
  readonly port: MessagePort;
  /** Settles behind the last message: with how the thread ended, or with nothing when it was given back. */
  readonly ended: Promise<ThreadEnd | undefined>;
  /** It has nothing left to do, and the next may have it. */
  giveBack(): void;
  /** Ends it, whatever it does; nobody gets it again. */
  stop(): Promise<void>;
}

/** The end of a thread. */
export interface ThreadEnd {
  readonly code: number;
  /** The error that ended it, if any. */
  readonly error?: Error;
}

/** Message that starts a task in the module of a thread. */
export interface PooledTask {
  readonly data: unknown;
  readonly port: MessagePort;
}

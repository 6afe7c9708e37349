import type { MessagePort } from 'node:worker_threads';

/** Lends threads. Each runs a module, is told of one loan after the other, and keeps what it has loaded between them. */
export interface ThreadSource {
  /**
   * A thread that runs the module, or undefined when as many of them are lent as there may be: whoever holds one and
   * waited for another could wait for ever, so it does the work itself.
   */
  tryBorrow(module: string | URL, data: unknown): BorrowedThread | undefined;
  /** The same for work that is short and holds no other thread: it waits until one is free. */
  borrow(module: string | URL, data: unknown): Promise<BorrowedThread>;
}

/** A thread in the hands of whoever borrowed it. */
export interface BorrowedThread {
  /** What is said here, only the other end of this loan hears; it closes with the loan. */
  readonly port: MessagePort;
  /** Settles behind the last message: with how the thread ended, or with nothing when it was given back. */
  readonly ended: Promise<ThreadEnd | undefined>;
  /** It has nothing left to do, and the next may have it. */
  giveBack(): void;
  /** Ends it, whatever it does; nobody gets it again. */
  stop(): Promise<void>;
}

/** How a thread ended. */
export interface ThreadEnd {
  readonly code: number;
  /** What it threw, if that was why. */
  readonly error?: Error;
}

/** What the module of a thread hears of each loan, as a message to the thread itself. */
export interface PooledTask {
  readonly data: unknown;
  readonly port: MessagePort;
}

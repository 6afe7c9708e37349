import { setImmediate } from 'node:timers/promises';
import { storeErrors } from '../store-errors.js';

// A batch is one transaction: long enough to share its cost, short enough not to block others.
const MAX_BATCH = 256;

/** Writes many items in one transaction. */
export interface GroupCommit<Item> {
  /** Resolves when the item is durable, together with everything else that waited. */
  add(item: Item): Promise<void>;
  /** Accepts no more items and resolves when no write is running. */
  close(): Promise<void>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a group commit: items that arrive together share one transaction.
 *
 *     add ┐
 *     add ├─▶ one write ─▶ all of them resolve, or all of them reject
 *     add ┘        └── items that arrive meanwhile are the next batch
 */
export function createGroupCommit<Item>(
  database: string,
  write: (items: readonly Item[]) => Promise<void>,
): GroupCommit<Item> {
  const queue: Waiting<Item>[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  async function run(): Promise<void> {
    // All items of this turn of the event loop form one batch.
    await setImmediate();
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      try {
        await write(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      await setImmediate();
    }
    running = undefined;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(storeErrors.create('STORE_CLOSED', { database }));
          return;
        }
        queue.push({ item, resolve, reject });
        running ??= run();
      }),
    close: async () => {
      closed = true;
      await running;
    },
  };
}

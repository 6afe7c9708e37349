import { setImmediate } from 'node:timers/promises';
import { storeErrors } from '../store-errors.js';

// A batch is one transaction: long enough to share its cost, short enough not to hold up others.
const MAX_BATCH = 256;

/** Writes many things in one transaction. */
export interface GroupCommit<Item> {
  /** Resolves once the item is durable, together with whatever else was waiting. */
  add(item: Item): Promise<void>;
  /** Takes no more, and resolves once nothing is under way. */
  close(): Promise<void>;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 *     add ┐
 *     add ├─▶ one write ─▶ all of them resolve, or all of them reject
 *     add ┘        └── what comes meanwhile is the next batch
 */
export function createGroupCommit<Item>(
  database: string,
  write: (items: readonly Item[]) => Promise<void>,
): GroupCommit<Item> {
  const queue: Waiting<Item>[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  async function run(): Promise<void> {
    // Everything that this turn of the event loop brings is one batch.
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

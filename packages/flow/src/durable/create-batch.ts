const MAX_BATCH = 128;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Joins what waits at the same time into one statement.
 *
 *     add ┐
 *     add ├─▶ one statement ─▶ a result for each
 *     add ┘        └── items that arrive meanwhile are the next batch
 */
export function createBatch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // Everything of this turn of the event loop goes together.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!running) void drain();
    });
}

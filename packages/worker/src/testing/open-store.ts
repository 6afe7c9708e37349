/** Opens an empty store for one test. */
export type OpenStore<Store> = () => Promise<{ readonly store: Store; close(): Promise<void> }>;

/** Runs a test on a store of its own and closes it. */
export function withFreshStore<Store>(
  open: OpenStore<Store>,
  body: (store: Store) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const { store, close } = await open();
    try {
      await body(store);
    } finally {
      await close();
    }
  };
}

/** Starts a function many times concurrently. */
export function concurrently(times: number, start: (index: number) => Promise<void>): Promise<void[]> {
  return Promise.all(Array.from({ length: times }, async (_, index) => start(index)));
}

/** An arbitrary moment. */
export const NOW = 1_767_225_600_000;

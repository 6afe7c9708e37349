import type { MaybePromise } from '@helve/core';

/** Opens an empty store for one test. */
export type OpenStore<Store> = () => Promise<{ readonly store: Store; close(): Promise<void> }>;

/** Runs a test on a store of its own, and closes it whatever happens. */
export function onFresh<Store>(open: OpenStore<Store>, body: (store: Store) => Promise<void>): () => Promise<void> {
  return async () => {
    const { store, close } = await open();
    try {
      await body(store);
    } finally {
      await close();
    }
  };
}

/** Starts a function many times at once. */
export function atOnce<Result>(times: number, start: (index: number) => MaybePromise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, async (_, index) => start(index)));
}

/** A moment large enough to show where a millisecond gets lost in rounding. */
export const NOW = 1_767_225_600_000;

/** Texts that are easily confused: by a NUL, by half a surrogate pair, by quotes, by case. */
export const trickyTexts: readonly string[] = [
  'a',
  'A',
  'a\0',
  'a\0b',
  '\ud800',
  '\ud801',
  '\ufffd',
  '"a"',
  '"a',
  'a ',
  '',
];

/** A stream whose first pull says why there is none. */
export function failedStream(error: unknown): AsyncIterableIterator<never> {
  return {
    async next() {
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

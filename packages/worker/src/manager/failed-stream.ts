/** Creates a stream whose first pull rejects. */
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

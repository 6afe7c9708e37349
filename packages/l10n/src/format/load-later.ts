import { hasReady, type Part, type ReadyParts } from '@helve/flow';

/**
 * Parts of a reader whose code is loaded when the first part is asked for: a run meets few of the formats there are.
 * Once it is there it is asked directly, so that a part costs no more than it would without.
 */
export function readLater(open: () => Promise<AsyncIterable<Part>>): AsyncIterable<Part> {
  return {
    [Symbol.asyncIterator]: () => {
      let parts: AsyncIterator<Part> | undefined;
      let readies: ReadyParts | undefined;
      const first = async () => {
        parts = (await open())[Symbol.asyncIterator]();
        if (hasReady(parts)) readies = parts;
        return parts.next();
      };
      return {
        ready: () => readies?.ready(),
        next: () => parts?.next() ?? first(),
        return: async () => (await parts?.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

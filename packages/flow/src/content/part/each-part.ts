import type { Part } from '../../contract/part.js';

/** An iterator of parts that can also be asked for a part that is here already: it waits for nothing, and takes no promise. */
export interface ReadyParts extends AsyncIterator<Part, undefined> {
  /** The next part, or nothing where `next` has to be asked. */
  ready(): Part | undefined;
}

/** Whoever gets the parts of a stream, one by one; the next one comes when it is done with this one. */
export interface PartConsumer {
  take(part: Part): void | Promise<void>;
}

/** Hands every part of a stream on, as `for await` does; nearly every part is ready, and none of those is waited for. */
export async function eachPart(parts: AsyncIterable<Part>, taker: PartConsumer): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const readies = hasReady(iterator) ? iterator : undefined;
  for (;;) {
    let part = readies?.ready();
    if (part === undefined) {
      const next = await iterator.next();
      if (next.done === true) return;
      part = next.value;
    }
    try {
      const work = taker.take(part);
      if (work !== undefined) await work;
    } catch (error) {
      await stop(iterator);
      throw error;
    }
  }
}

/** True when an iterator can be asked for what is here. */
export function hasReady(iterator: AsyncIterator<Part>): iterator is ReadyParts {
  return 'ready' in iterator && typeof iterator.ready === 'function';
}

/** Stops an iterator; its errors are ignored, since the first error is thrown. */
async function stop(iterator: AsyncIterator<Part>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The error that led here is thrown.
  }
}

import { findNonJson } from '../envelope/find-non-json.js';
import { coreErrors } from '../errors/core-errors.js';

/** Chunks that a handler gives one after another, before what it returns. */
type HandlerStream = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

/** True for what a generator gives when it is called, `async` or not. */
export function isHandlerStream(answer: unknown): answer is HandlerStream {
  if (typeof answer !== 'object' || answer === null || !('next' in answer)) return false;
  return Symbol.asyncIterator in answer || Symbol.iterator in answer;
}

/**
 * Streams the chunks of a handler. What it returns is its envelope; without one, the chunks together are the data, as for
 * every tool that streams.
 */
export async function* streamHandler<Reply>(
  stream: HandlerStream,
  toReply: (envelope: unknown) => Reply,
): AsyncGenerator<unknown, Reply | undefined> {
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done === true) return value === undefined ? undefined : toReply(value);
      const strange = findNonJson({ chunk: value });
      if (strange !== undefined) throw notJson(strange);
      yield value;
    }
  } finally {
    // One that has ended stays as it is.
    await stream.return(undefined);
  }
}

function notJson(pointer: string): Error {
  return coreErrors.create('CALL_REPLY_MALFORMED', { problem: `${pointer} is not JSON` }, { partialSideEffects: true });
}

import type { UiMessageChunk } from './ui-message-chunk.js';

/** Builds the HTTP response that carries a UI message stream; a client that leaves ends the stream. */
export function toUiMessageResponse(chunks: AsyncIterable<UiMessageChunk>): Response {
  const source = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next();
        controller.enqueue(encoder.encode(`data: ${done === true ? '[DONE]' : JSON.stringify(value)}\n\n`));
        if (done === true) controller.close();
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-vercel-ai-ui-message-stream': 'v1',
    },
  });
}

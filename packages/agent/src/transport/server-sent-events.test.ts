import { expect, test } from 'vitest';
import { readStream, UnreadableEvent } from './server-sent-events.js';

const text =
  ': hello\r\n\r\nevent: delta\r\ndata: {"a":"é"}\r\n\r\ndata: {"b":\ndata: 2}\n\ndata: {bro\n\ndata: [DONE]\n\ndata: {"c":3}';

async function eventsOf(chunkBytes: number): Promise<readonly unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes) controller.enqueue(bytes.slice(at, at + chunkBytes));
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of await readStream({ asResponse: async () => new Response(body) })) events.push(event);
  return events;
}

test.each([1, 2, 3, 7, 1_000])(
  'readStream reads events in chunks of %i bytes, an unreadable one and one without its blank line among them',
  async (chunkBytes) => {
    expect(await eventsOf(chunkBytes)).toEqual([{ a: 'é' }, { b: 2 }, new UnreadableEvent('{bro'), { c: 3 }]);
  },
);

import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.js';

/** A stream that hands out these pieces, cut where they are cut. */
function streamOf(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
}

async function all(stream: ReadableStream<Uint8Array>): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

test('readEvents puts events together wherever the wire cut them', async () => {
  const stream = streamOf(': hello\n\nevent: prog', 'ress\ndata: {"done"', ':1}\n', '\ndata: a\ndata: b\n\ndata: cut');
  expect(await all(stream)).toEqual([
    { name: 'progress', data: '{"done":1}' },
    { name: 'message', data: 'a\nb' },
  ]);
});

test('readEvents reads a letter that arrives in two pieces, and lines that end as on Windows', async () => {
  const bytes = new TextEncoder().encode('event: output\r\ndata: é\r\n\r\n');
  const cut = bytes.indexOf(0xc3) + 1;
  expect(await all(streamOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual([{ name: 'output', data: 'é' }]);
});

test('readEvents gives up its stream when nobody listens any more', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const _ of readEvents(endless)) break;
  expect(cancelled).toBe(true);
});

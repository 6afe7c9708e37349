import { expect, test } from 'vitest';
import { createEventShelf } from './event-buffer.js';

const said = (text: string) => ({ jsonrpc: '2.0' as const, method: 'notifications/message', params: { text } });

async function replay(shelf: ReturnType<typeof createEventShelf>, lastId: string): Promise<unknown[]> {
  const heard: unknown[] = [];
  await shelf.replayEventsAfter(lastId, {
    send: async (_, message) => void heard.push('params' in message ? message.params?.['text'] : undefined),
  });
  return heard;
}

test('a client that comes back hears what it missed of its stream, and nothing of others', async () => {
  const shelf = createEventShelf();
  const first = await shelf.storeEvent('a', said('1'));
  await shelf.storeEvent('b', said('other'));
  const second = await shelf.storeEvent('a', said('2'));
  expect(await replay(shelf, first)).toEqual(['2']);
  expect(await replay(shelf, second)).toEqual([]);
  expect(await shelf.getStreamIdForEventId?.(first)).toBe('a');
  expect(await shelf.getStreamIdForEventId?.('made up')).toBeUndefined();
});

test('a session keeps the last of its messages only, and none that is larger than the shelf', async () => {
  const shelf = createEventShelf();
  const first = await shelf.storeEvent('a', said('0'));
  for (let index = 1; index <= 300; index += 1) await shelf.storeEvent('a', said(String(index)));
  expect((await replay(shelf, first)).length).toBe(128);
  const last = await shelf.storeEvent('a', said('last'));
  await shelf.storeEvent('a', said('x'.repeat(200_000)));
  expect(await replay(shelf, last)).toEqual([]);
});

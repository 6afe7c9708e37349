import { expect, test } from 'vitest';
import { createEventBuffer } from './event-buffer.js';

const said = (text: string) => ({ jsonrpc: '2.0' as const, method: 'notifications/message', params: { text } });

async function replay(buffer: ReturnType<typeof createEventBuffer>, lastId: string): Promise<unknown[]> {
  const heard: unknown[] = [];
  await buffer.replayEventsAfter(lastId, {
    send: async (_, message) => void heard.push('params' in message ? message.params?.['text'] : undefined),
  });
  return heard;
}

test('a client that comes back hears what it missed of its stream, and nothing of others', async () => {
  const buffer = createEventBuffer();
  const first = await buffer.storeEvent('a', said('1'));
  await buffer.storeEvent('b', said('other'));
  const second = await buffer.storeEvent('a', said('2'));
  expect(await replay(buffer, first)).toEqual(['2']);
  expect(await replay(buffer, second)).toEqual([]);
  expect(await buffer.getStreamIdForEventId?.(first)).toBe('a');
  expect(await buffer.getStreamIdForEventId?.('made up')).toBeUndefined();
});

test('a session keeps the last of its messages only, and none that is larger than the buffer', async () => {
  const buffer = createEventBuffer();
  const first = await buffer.storeEvent('a', said('0'));
  for (let index = 1; index <= 300; index += 1) await buffer.storeEvent('a', said(String(index)));
  expect((await replay(buffer, first)).length).toBe(128);
  const last = await buffer.storeEvent('a', said('last'));
  await buffer.storeEvent('a', said('x'.repeat(200_000)));
  expect(await replay(buffer, last)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { Part } from '../../contract/part.js';
import { Channel, stopped } from './channel.js';

const batch = (id: string): Part[] => [{ kind: 'group-end', id }];

describe('Channel', () => {
  test('K111 a channel holds two batches, and the third stops its producer until one was taken', async () => {
    const channel = new Channel();
    expect(channel.put(batch('1'))).toBeUndefined();
    expect(channel.put(batch('2'))).toBeUndefined();
    let through = false;
    const third = Promise.resolve(channel.put(batch('3'))).then(() => (through = true));
    await Promise.resolve();
    expect(through).toBe(false);
    expect(channel.take()).toEqual(batch('1'));
    await third;
    expect([channel.take(), channel.take()]).toEqual([batch('2'), batch('3')]);
  });

  test('Channel hands a batch to a consumer that waits, and undefined at the end', async () => {
    const channel = new Channel();
    const first = channel.take();
    void channel.put(batch('1'));
    expect(await first).toEqual(batch('1'));
    const end = channel.take();
    channel.close();
    expect(await end).toBeUndefined();
    expect(channel.take()).toBeUndefined();
  });

  test('Channel lets the consumer meet an error after the batches before it', () => {
    const channel = new Channel();
    void channel.put(batch('1'));
    channel.fail(new Error('broken'));
    expect(channel.take()).toEqual(batch('1'));
    expect(() => channel.take()).toThrow('broken');
  });

  test('Channel stops a producer whose consumer has had enough', async () => {
    const channel = new Channel(1);
    void channel.put(batch('1'));
    const waiting = channel.put(batch('2'));
    channel.cancel();
    await expect(waiting).rejects.toBe(stopped);
    await expect(async () => channel.put(batch('3'))).rejects.toBe(stopped);
  });

  test('Channel gives no empty batch on', () => {
    const channel = new Channel();
    void channel.put([]);
    void channel.put(batch('1'));
    expect(channel.take()).toEqual(batch('1'));
  });
});

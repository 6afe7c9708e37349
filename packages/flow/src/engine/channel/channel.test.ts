import { describe, expect, test } from 'vitest';
import type { Part } from '../../contract/part.js';
import { Link, stopped } from './channel.js';

const batch = (id: string): Part[] => [{ kind: 'group-end', id }];

describe('Link', () => {
  test('K111 a link holds two batches, and the third stops its producer until one was taken', async () => {
    const link = new Link();
    expect(link.put(batch('1'))).toBeUndefined();
    expect(link.put(batch('2'))).toBeUndefined();
    let through = false;
    const third = Promise.resolve(link.put(batch('3'))).then(() => (through = true));
    await Promise.resolve();
    expect(through).toBe(false);
    expect(link.take()).toEqual(batch('1'));
    await third;
    expect([link.take(), link.take()]).toEqual([batch('2'), batch('3')]);
  });

  test('Link hands a batch to a consumer that waits, and undefined at the end', async () => {
    const link = new Link();
    const first = link.take();
    void link.put(batch('1'));
    expect(await first).toEqual(batch('1'));
    const end = link.take();
    link.close();
    expect(await end).toBeUndefined();
    expect(link.take()).toBeUndefined();
  });

  test('Link lets the consumer meet an error after the batches before it', () => {
    const link = new Link();
    void link.put(batch('1'));
    link.fail(new Error('broken'));
    expect(link.take()).toEqual(batch('1'));
    expect(() => link.take()).toThrow('broken');
  });

  test('Link stops a producer whose consumer has had enough', async () => {
    const link = new Link(1);
    void link.put(batch('1'));
    const waiting = link.put(batch('2'));
    link.cancel();
    await expect(waiting).rejects.toBe(stopped);
    await expect(async () => link.put(batch('3'))).rejects.toBe(stopped);
  });

  test('Link gives no empty batch on', () => {
    const link = new Link();
    void link.put([]);
    void link.put(batch('1'));
    expect(link.take()).toEqual(batch('1'));
  });
});

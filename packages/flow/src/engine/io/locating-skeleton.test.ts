import { describe, expect, test } from 'vitest';
import type { Block } from '../../contract/block.js';
import type { ByteSource } from '../../contract/part.js';
import { LocatingSkeleton } from './locating-skeleton.js';

const source = { length: 0 } as unknown as ByteSource;
const count = 10_000;

function blockAt(entry: number, id = `b${entry}`): Block {
  return { id, skeleton: { entry } } as unknown as Block;
}

function valueAt(at: number) {
  const positionOf = (side: 'source' | 'target') => at * 10 + (side === 'source' ? 1 : 2);
  return {
    kind: 'ref',
    blockId: `b${at}`,
    side: 'target',
    offset: at * 10,
    length: 5,
    digest: '',
    positionOf,
  } as const;
}

function expectLocated(skeleton: LocatingSkeleton, at: number): void {
  const location = skeleton.locationOf(blockAt(at));
  expect([location?.offset, location?.positionOf?.('source'), location?.positionOf?.('target')]).toEqual([
    at * 10,
    at * 10 + 1,
    at * 10 + 2,
  ]);
}

describe('LocatingSkeleton', () => {
  test('a block is located however many entries came after it', () => {
    const skeleton = new LocatingSkeleton('po', source, undefined);
    for (let at = 0; at < count; at += 1) expect(skeleton.append(valueAt(at))).toBe(at);
    for (let at = 0; at < count; at += 1) expectLocated(skeleton, at);
  });

  test('blocks that are asked for as they come are located too', () => {
    const skeleton = new LocatingSkeleton('po', source, undefined);
    for (let at = 0; at < count; at += 1) {
      skeleton.append(valueAt(at));
      if (at % 3 === 0) expectLocated(skeleton, at);
    }
    expectLocated(skeleton, count - 1);
  });

  test('an entry of another block, or of none, locates nothing', () => {
    const skeleton = new LocatingSkeleton('po', source, undefined);
    for (let at = 0; at < count; at += 1)
      skeleton.append(at % 2 === 0 ? valueAt(at) : { kind: 'bytes', offset: at, length: 3 });
    for (const at of [1, 5_001, count - 1]) expect(skeleton.locationOf(blockAt(at))).toBeUndefined();
    for (const at of [0, 5_000, count - 2]) expect(skeleton.locationOf(blockAt(at, 'other'))).toBeUndefined();
    expect(skeleton.locationOf({ id: 'new' } as unknown as Block)).toBeUndefined();
    expectLocated(skeleton, 5_000);
  });
});

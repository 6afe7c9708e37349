import { expect, test } from 'vitest';
import type { Block } from '../../contract/block.js';
import type { ByteSource } from '../../contract/part.js';
import { LocatingSkeleton } from './locating-skeleton.js';

const source = { length: 0 } as unknown as ByteSource;

function blockAt(entry: number): Block {
  return { id: `b${entry}`, skeleton: { entry } } as unknown as Block;
}

test('a block is located however many entries came after it', () => {
  const skeleton = new LocatingSkeleton('po', source, undefined);
  const count = 5_000;
  for (let at = 0; at < count; at += 1) {
    const positionOf = (side: 'source' | 'target') => at * 10 + (side === 'source' ? 1 : 2);
    const value = {
      kind: 'ref',
      blockId: `b${at}`,
      side: 'target',
      offset: at * 10,
      length: 5,
      digest: '',
      positionOf,
    } as const;
    expect(skeleton.append(value)).toBe(at);
  }
  for (let at = 0; at < count; at += 1) {
    const location = skeleton.locationOf(blockAt(at));
    expect([location?.offset, location?.positionOf?.('source'), location?.positionOf?.('target')]).toEqual([
      at * 10,
      at * 10 + 1,
      at * 10 + 2,
    ]);
  }
});

test('an entry of another block locates nothing', () => {
  const skeleton = new LocatingSkeleton('po', source, undefined);
  skeleton.append({ kind: 'bytes', offset: 0, length: 3 });
  expect(skeleton.locationOf(blockAt(0))).toBeUndefined();
});

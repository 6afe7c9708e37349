import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BLOCK_KEYS, type TmBlock } from '../memory/contract.js';
import { indexBlock } from '../memory/gram-block.js';
import { indexedBlock, ThreadIndexer, type IndexedBlock, type IndexTask } from './thread-indexer.js';

const block = 2;
const keys = ['Open', 'Öffnen 😀', 'Open all', 'a'].map((text, index) => ({
  number: block * BLOCK_KEYS + index,
  tiers: 7 - index,
  text,
}));

/** Joins the bytes of a block, since there are a thousand pieces. */
function bytesOf({ lengths, postings }: TmBlock): string {
  return Buffer.concat([lengths, ...postings]).toString('base64');
}

/** Creates an indexer with the other end of its port. */
function setUp() {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const indexer = new ThreadIndexer(port1);
  port1.on('message', (message: IndexedBlock) => indexer.take(message));
  return { indexer, thread: port2 };
}

describe('ThreadIndexer', () => {
  test('T79 a thread makes the index that is made here', async () => {
    const { indexer, thread } = setUp();
    thread.on('message', (task: IndexTask) => thread.postMessage(...indexedBlock(task)));
    const [one, other] = await Promise.all([indexer.index(block, keys), indexer.index(block, keys.slice(1))]);
    const moved = keys.slice(1).map((key) => ({ ...key, number: key.number - 1 }));
    expect(bytesOf(one)).toBe(bytesOf(indexBlock(block, keys)));
    expect(bytesOf(other)).toBe(bytesOf(indexBlock(block, moved)));
  });

  test('idle waits for what was asked for', async () => {
    const { indexer, thread } = setUp();
    const done: string[] = [];
    thread.on('message', (task: IndexTask) => thread.postMessage(...indexedBlock(task)));
    await indexer.idle();
    const made = indexer.index(block, keys);
    void indexer.idle().then(() => done.push('idle'));
    expect(done).toEqual([]);
    await made;
    await indexer.idle();
    expect(done).toEqual(['idle']);
  });

  test('what a thread never answers is indexed here once it has ended', async () => {
    const { indexer, thread } = setUp();
    thread.on('message', () => indexer.close());
    for (const made of [await indexer.index(block, keys), await indexer.index(block, keys)]) {
      expect(bytesOf(made)).toBe(bytesOf(indexBlock(block, keys)));
    }
  });
});

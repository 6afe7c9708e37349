import { createBlock, type Block, type Part, type StepContext } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { groupStream } from './group-stream.js';

const ctx = { signal: new AbortController().signal } as StepContext;
const limits = { maxBlocks: 2, parallelBatches: 3 };

/** Blocks a0, a1, …, and the number of them that was read. */
function numbered(count: number) {
  const source = {
    taken: 0,
    async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
      for (; source.taken < count;) {
        const block = createBlock({ id: `a${source.taken}`, sourceLocale: 'en', source: 'Text' });
        source.taken += 1;
        yield { kind: 'block', block };
      }
    },
  };
  return source;
}

async function idsOf(parts: AsyncIterable<Part>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const part of parts) if (part.kind === 'block') ids.push(part.block.id);
  return ids;
}

describe('groups of blocks', () => {
  test('T62 a group of which nothing is asked waits for no other', async () => {
    const source = numbered(8);
    const parts = groupStream(limits, ctx, source, () => undefined)[Symbol.asyncIterator]();
    await parts.next();
    expect(source.taken).toBe(limits.maxBlocks);
  });

  test('T62 several groups are under way at once where somebody is asked', async () => {
    const source = numbered(8);
    const parts = groupStream(limits, ctx, source, () => Promise.resolve())[Symbol.asyncIterator]();
    await parts.next();
    expect(source.taken).toBe(limits.maxBlocks * limits.parallelBatches);
  });

  test('T62 what is asked and what is not leave in their order', async () => {
    const handle = (blocks: readonly Block[]) =>
      blocks.some(({ id }) => id === 'a2') ? new Promise<void>((resolve) => setTimeout(resolve, 5)) : undefined;
    expect(await idsOf(groupStream(limits, ctx, numbered(9), handle))).toEqual(
      Array.from({ length: 9 }, (_, index) => `a${index}`),
    );
  });

  test('T62 what fails is met after the groups before it', async () => {
    const seen: string[] = [];
    const handle = async (blocks: readonly Block[]) => {
      if (blocks.some(({ id }) => id === 'a3')) throw new Error('no answer');
    };
    const read = async () => {
      for await (const part of groupStream(limits, ctx, numbered(9), handle)) {
        if (part.kind === 'block') seen.push(part.block.id);
      }
    };
    await expect(read()).rejects.toThrow('no answer');
    expect(seen).toEqual(['a0', 'a1']);
  });
});

import { createBlock, type Part } from '@helve/flow';
import { eachPart } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { BatchedParts } from './batched-parts.js';
import { mapParts } from './map-parts.js';

const named = (id: string): Part => ({ kind: 'block', block: createBlock({ id, sourceLocale: 'en' }) });
const idOf = (part: Part): string => (part.kind === 'block' ? part.block.id : '');

/** Creates parts that are ready batch by batch, or never; `stopped` tells whether their reader was ended early. */
function parts(batches: readonly (readonly string[])[], areReady: boolean) {
  const state = { stopped: false };
  async function* read() {
    try {
      for (const ids of batches) yield ids.map(named);
    } finally {
      state.stopped = true;
    }
  }
  async function* oneByOne() {
    for await (const batch of read()) yield* batch;
  }
  return { state, stream: areReady ? new BatchedParts(read()) : oneByOne() };
}

describe.each([true, false])('mapParts of parts that are ready (%s)', (areReady) => {
  test('gives each part as it was given back, and leaves out those that were kept', async () => {
    const { stream } = parts(
      [
        ['a', 'b', 'x'],
        ['x', 'x'],
        ['c', 'x', 'd'],
      ],
      areReady,
    );
    const seen: string[] = [];
    const mapped = mapParts(stream, { map: (part) => (idOf(part) === 'x' ? undefined : named(`${idOf(part)}!`)) });
    await eachPart(mapped, { take: (part) => void seen.push(idOf(part)) });
    expect(seen).toEqual(['a!', 'b!', 'c!', 'd!']);
  });

  test('tells what went wrong behind the parts before it, and ends the reader', async () => {
    const { stream, state } = parts([['a', 'b', 'bad', 'c'], ['d']], areReady);
    const seen: string[] = [];
    const mapped = mapParts(stream, {
      map: (part) => {
        if (idOf(part) === 'bad') throw new RangeError('bad');
        return part;
      },
    });
    await expect(eachPart(mapped, { take: (part) => void seen.push(idOf(part)) })).rejects.toThrow('bad');
    expect([seen, state.stopped]).toEqual([['a', 'b'], true]);
  });

  test('ends the reader when nobody wants more', async () => {
    const { stream, state } = parts([['a', 'b'], ['c']], areReady);
    for await (const _ of mapParts(stream, { map: (part) => part })) break;
    expect(state.stopped).toBe(true);
  });
});

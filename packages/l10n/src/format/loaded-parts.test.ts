import type { Part } from '@helve/flow';
import { eachPart } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { LoadedParts } from './loaded-parts.js';

const part = (id: string): Part => ({ kind: 'layer-end', id });

function* some(...ids: readonly string[]): Generator<Part> {
  for (const id of ids) {
    if (id === 'bad') throw new RangeError('bad');
    yield part(id);
  }
}

async function idsOf(parts: AsyncIterable<Part>, seen: string[] = []): Promise<readonly string[]> {
  await eachPart(parts, { take: (one) => void seen.push('id' in one ? one.id : '') });
  return seen;
}

describe('LoadedParts', () => {
  test('has nothing ready before the file is loaded, and everything after', async () => {
    const parts = new LoadedParts(async () => some('a', 'b', 'c'));
    expect(parts.ready()).toBeUndefined();
    expect(await parts.next()).toEqual({ done: false, value: part('a') });
    expect([parts.ready(), parts.ready(), parts.ready()]).toEqual([part('b'), part('c'), undefined]);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });

  test('gives all parts to whoever waits for each, and none to whoever stopped', async () => {
    const seen: Part[] = [];
    for await (const one of new LoadedParts(async () => some('a', 'b'))) seen.push(one);
    expect(seen).toEqual([part('a'), part('b')]);
    const stopped = new LoadedParts(async () => some('a', 'b'));
    await stopped.next();
    await stopped.return();
    expect(await idsOf(stopped)).toEqual([]);
  });

  test('tells what went wrong behind the parts before it', async () => {
    const seen: string[] = [];
    await expect(idsOf(new LoadedParts(async () => some('a', 'b', 'bad')), seen)).rejects.toThrow('bad');
    expect(seen).toEqual(['a', 'b']);
    await expect(idsOf(new LoadedParts(() => Promise.reject(new RangeError('none'))))).rejects.toThrow('none');
  });
});

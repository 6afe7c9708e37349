import { textRun, type Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { runsDigest } from './runs-digest.js';
import { createSkeleton } from './skeleton.js';

const source = bytesSource(new Uint8Array(0));
const bytes = (offset: number) => ({ kind: 'bytes', offset, length: 1 }) as const;

describe('createSkeleton', () => {
  test('T99 gives every writer all entries in order, also while they are being appended', () => {
    const skeleton = createSkeleton('json', source, 2);
    const first = skeleton.cursor();
    expect(skeleton.append(bytes(0))).toBe(0);
    expect(first.peek()).toEqual(bytes(0));
    first.advance();
    expect(first.peek()).toBeUndefined();
    skeleton.append(bytes(1));
    expect([first.index, first.peek()]).toEqual([1, bytes(1)]);
    expect(skeleton.cursor().peek()).toEqual(bytes(0));
    expect(() => skeleton.cursor()).toThrow('all of its 2 writers have started');
  });

  test('T99 numbers go on when entries that all have passed are forgotten', () => {
    const skeleton = createSkeleton('json', source);
    const cursor = skeleton.cursor();
    for (let at = 0; at < 20_000; at += 1) {
      expect(skeleton.append(bytes(at))).toBe(at);
      expect(cursor.peek()).toEqual(bytes(at));
      cursor.advance();
    }
  });
});

describe('runsDigest', () => {
  test('T99 tells content apart by text, codes, order and forms', () => {
    const code = (data: string) => ({ kind: 'ph', id: '1', type: 'code:variable', data }) as const;
    const contents: Runs[] = [
      [],
      [textRun('')],
      [textRun('ab')],
      [textRun('ba')],
      [textRun('a'), code('b')],
      [code('a'), textRun('b')],
      [code('ab')],
      [{ kind: 'select', pivot: 'x', cases: { other: [textRun('ab')] } }],
      [{ kind: 'plural', pivot: 'x', forms: { other: [textRun('ab')] } }],
      [{ kind: 'plural', pivot: 'x', ordinal: true, forms: { other: [textRun('ab')] } }],
      [{ kind: 'plural', pivot: 'x', forms: { one: [textRun('a')], other: [textRun('b')] } }],
    ];
    expect(new Set(contents.map(runsDigest)).size).toBe(contents.length);
    expect(runsDigest([textRun('ab')])).toBe(runsDigest([{ text: 'ab', kind: 'text' }]));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Runs } from '../../contract/run.js';
import { arbitraryBlock } from '../../testing/content-kit.js';
import { cloneBlock, createBlock } from './block.js';
import { contentHash, contextHash, recordHash, structureHash } from './identity.js';
import { textRun } from '../run/normalise-runs.js';

const hashOf = (source: Runs | string) => contentHash(createBlock({ id: 'b', source }));
const plural = (one: string): Runs => [
  { kind: 'plural', pivot: 'n', forms: { one: [textRun(one)], other: [textRun('files')] } },
];

describe('identity', () => {
  test('K43 the golden hashes', () => {
    expect(hashOf('Hello world')).toBe('64ec88ca00b268e5ba1a35678a1b5316d212f4f366b2477232534a8aeca37f3c');
    const bold = createBlock({
      id: 'b',
      source: [
        textRun('Click '),
        { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '<b>' },
        textRun('here'),
        { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' },
        textRun(' for info'),
      ],
    });
    expect(structureHash(bold)).toBe('73a882afb5e267a33a4602c373694ae0ea0937a3da746d83a15087b06c88c02e');
    const title = createBlock({
      id: 'b',
      name: 'home.title',
      type: 'string',
      properties: { key: 'home.title', '@line': '7' },
    });
    expect(contextHash(title)).toBe('08fa089455e2fd6fed4dd0b177c464ec8ad1cf7e876acb4318f3d1d1e155f3da');
    expect(hashOf(plural('file'))).toBe('3a3e2b28d05d57843a347bf3618404a09eb225a06b78d5089452c0a958de231b');
  });

  test('KV1 white space at the ends does not count, everything else does', () => {
    const hello = hashOf('Hello world');
    expect(hashOf('  Hello world\n')).toBe(hello);
    expect(hashOf('\u0085\u3000Hello world\u00a0')).toBe(hello);
    expect(new Set([hello, hashOf('hello world'), hashOf('Hello  world'), hashOf('\ufeffHello world')]).size).toBe(4);
    expect(hashOf(plural('one file'))).not.toBe(hashOf(plural('file')));
  });

  test('K42 content has no codes in its hash and structure has them', () => {
    const source: Runs = [textRun('a'), { kind: 'ph', id: '1', type: 'code:variable', data: '{x}' }];
    const [plain, coded] = [createBlock({ id: 'b', source: 'a' }), createBlock({ id: 'b', source })];
    expect(contentHash(coded)).toBe(contentHash(plain));
    expect(structureHash(coded)).not.toBe(structureHash(plain));
    expect(recordHash(coded)).not.toBe(recordHash(plain));
  });

  test('K42 hashes are computed when they are read, and kept where content cannot change under them', () => {
    const block = createBlock({ id: 'b', source: 'a' });
    expect(block.identity).toEqual({});
    const record = recordHash(block);
    expect(block.identity).toEqual({ contentHash: contentHash(block), structureHash: structureHash(block) });
    block.properties['key'] = 'x';
    expect(recordHash(block)).not.toBe(record);
  });

  test('K41 properties count in the context, but for those that start with @', () => {
    fc.assert(
      fc.property(arbitraryBlock(), (block) => {
        const other = cloneBlock(block);
        other.properties['@anything'] = 'else';
        expect(recordHash(other)).toBe(recordHash(block));
        other.properties['anything'] = 'else';
        expect(recordHash(other)).not.toBe(recordHash(block));
      }),
    );
  });
});

import { createBlock, textRun, type Block, type Part, type Runs } from '@helve/flow';
import { bytesSource, type Skeleton, type WriteContext } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { createMemorySink } from './memory-sink.js';
import { noDigest, runsDigest } from './runs-digest.js';
import { createSkeleton } from './skeleton.js';
import { pickBilingual, pickMonolingual, spliceDocument, type ValueCodec } from './splice-document.js';

const text = (content: string): Runs => [textRun(content)];
const textOf = (runs: Runs | undefined): string =>
  (runs ?? []).map((run) => (run.kind === 'text' ? run.text : '')).join('');
const codec: ValueCodec = { pick: pickMonolingual, encode: (runs) => `<${textOf(runs)}>` };
const context = (targetLocale?: string): WriteContext => ({
  document: 'test',
  sourceLocale: 'en-US',
  signal: new AbortController().signal,
  lose: () => undefined,
  ...(targetLocale === undefined ? {} : { targetLocale }),
});

const block = (id: string, entry: number, content: string, targets: Block['targets'] = {}): Part => ({
  kind: 'block',
  block: createBlock({ id, sourceLocale: 'en-US', source: content, targets, skeleton: { format: 'x', entry } }),
});

async function* each(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts;
}

async function written(skeleton: Skeleton, parts: readonly Part[], ctx = context(), own = codec): Promise<string> {
  const sink = createMemorySink();
  await spliceDocument({ parts: each(parts), sink, skeleton, codec: own, ctx });
  return Buffer.from(sink.bytes()).toString();
}

/** Creates a skeleton in which `a` and `c` are two entries of one block, with `b` between them. */
function scattered(): Skeleton {
  const skeleton = createSkeleton('x', bytesSource(Buffer.from('..a..b..c..')));
  const ref = { kind: 'ref', side: 'source', length: 1 } as const;
  skeleton.append({ ...ref, blockId: 'ac', offset: 2, digest: runsDigest(text('ac')), more: true });
  skeleton.append({ ...ref, blockId: 'b', offset: 5, digest: runsDigest(text('b')) });
  skeleton.append({ ...ref, blockId: 'ac', offset: 8, digest: runsDigest(text('ac')) });
  return skeleton;
}

describe('spliceDocument', () => {
  test('T99 a block may stand in several places', async () => {
    expect(await written(scattered(), [block('ac', 0, 'ac'), block('b', 1, 'b')])).toBe('..a..b..c..');
    expect(await written(scattered(), [block('ac', 0, 'new'), block('b', 1, 'b')])).toBe('..<new>..b..<new>..');
    expect(await written(scattered(), [block('ac', 0, 'ac'), block('b', 1, 'new')])).toBe('..a..<new>..c..');
  });

  test('T99 places of blocks that never come are replayed', async () => {
    expect(await written(scattered(), [block('b', 1, 'new')])).toBe('..a..<new>..c..');
    expect(await written(scattered(), [block('ac', 0, 'new')])).toBe('..<new>..b..<new>..');
    expect(await written(scattered(), [])).toBe('..a..b..c..');
  });

  test('T99 bytes are replayed whether an entry names them or none does', async () => {
    const skeleton = createSkeleton('x', bytesSource(Buffer.from('abcdef')));
    skeleton.append({ kind: 'bytes', offset: 0, length: 3 });
    expect(await written(skeleton, [])).toBe('abcdef');
  });

  test('T99 a place of no length is where a target is put in', async () => {
    const skeleton = (): Skeleton => {
      const made = createSkeleton('x', bytesSource(Buffer.from('source||')));
      made.append({ kind: 'ref', blockId: 's', side: 'target', variant: 'de', offset: 7, length: 0, digest: noDigest });
      return made;
    };
    const own = { ...codec, pick: pickBilingual };
    const target = { runs: text('ziel'), status: 'draft' } as const;
    expect(await written(skeleton(), [block('s', 0, 's')], context('de'), own)).toBe('source||');
    expect(await written(skeleton(), [block('s', 0, 's', { de: target })], context('de'), own)).toBe('source|<ziel>|');
  });

  test('T99 a language that is the source locale becomes the target locale, spelled as the file does', async () => {
    const skeleton = (): Skeleton => {
      const made = createSkeleton('x', bytesSource(Buffer.from('en-US en_US fr')));
      made.append({ kind: 'lang', offset: 0, length: 5, value: 'en-US' });
      made.append({ kind: 'lang', offset: 6, length: 5, value: 'en_US' });
      made.append({ kind: 'lang', offset: 12, length: 2, value: 'fr' });
      return made;
    };
    expect(await written(skeleton(), [], context('pt-BR'))).toBe('pt-BR pt_BR fr');
    expect(await written(skeleton(), [])).toBe('en-US en_US fr');
  });

  test('T99 two writers share one reading', async () => {
    const skeleton = createSkeleton('x', bytesSource(Buffer.from('[a]')), 2);
    skeleton.append({ kind: 'ref', blockId: 'a', side: 'source', offset: 1, length: 1, digest: runsDigest(text('a')) });
    const targets = { de: { runs: text('eins'), status: 'draft' }, fr: { runs: text('un'), status: 'draft' } } as const;
    const parts = [block('a', 0, 'a', targets)];
    const both = await Promise.all([written(skeleton, parts, context('de')), written(skeleton, parts, context('fr'))]);
    expect(both).toEqual(['[<eins>]', '[<un>]']);
  });

  test('T99 a block that has no place is counted and said', async () => {
    const losses: unknown[] = [];
    const ctx = { ...context(), lose: (loss: unknown) => void losses.push(loss) };
    expect(await written(scattered(), [block('ac', 0, 'ac'), block('b', 1, 'b'), block('stray', 9, 'x')], ctx)).toBe(
      '..a..b..c..',
    );
    expect(losses).toEqual([{ kind: 'block-skipped', detail: { reason: 'no-place', count: 1 } }]);
  });

  test('K8 a stream that does not close in order is refused', async () => {
    await expect(written(scattered(), [{ kind: 'layer-end', id: 'root' }])).rejects.toMatchObject({
      code: 'FLOW_STRUCTURE',
    });
  });

  test('T99 nothing more is written once the run is stopped', async () => {
    const ctx = { ...context(), signal: AbortSignal.abort(new Error('enough')) };
    await expect(written(scattered(), [block('ac', 0, 'new')], ctx)).rejects.toThrow('enough');
  });
});

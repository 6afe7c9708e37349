import { describe, expect, test } from 'vitest';
import { textRun } from '../../content/run/normalise-runs.js';
import type { BlockStore } from '../../contract/store.js';
import { createMemoryBlockStore } from '../../session/create-memory-block-store.js';
import { memoryDocument, partsOf, SmallTools } from '../../testing/run-kit.js';
import { runFlow } from '../run-flow.js';
import { storeDocument, storeOutput, toStore, withStored } from './store-io.js';

const tools = new SmallTools().add(
  {
    id: 'translates',
    category: 'translate',
    cardinality: 'bilingual',
    produces: [
      { type: 'target', side: 'target' },
      { type: 'term', side: 'source' },
      { type: 'note', side: 'source' },
    ],
  },
  {
    translate: (view, { document, locales: { target = '' } }) => {
      view.setTarget(target, [textRun(`${document.id} ${view.text('en')}`)], {
        status: 'draft',
        origin: { kind: 'mt' },
      });
      view.putSpans('term', null, [{ id: 't', props: {} }]);
      view.setAnnotation('note', { type: 'note', items: [{ text: 'n' }] });
    },
  },
);
const translating = tools.plan([{ tool: 'translates' }], { targetLocales: ['fr'] });
const nothing = tools.plan([], { targetLocales: ['fr'] });

async function translateInto(store: BlockStore, ids: readonly string[], texts: readonly string[] = ['one', 'two']) {
  const documents = ids.map((id) => ({ ...memoryDocument(id, () => partsOf(texts)), outputs: [storeOutput(id)] }));
  return runFlow(translating, { documents }, { tools: tools.registry, store });
}

describe('store', () => {
  test('K72 the store sink commits blocks, targets, annotations and overlays as one revision for each document', async () => {
    const store = createMemoryBlockStore();
    const report = await translateInto(store, ['a']);
    expect(report.documents[0]).toMatchObject({ status: 'ok' });
    expect(await store.revisions()).toMatchObject([{ revision: 1, documents: ['a'], blocks: 2 }]);
    const session = await store.begin();
    const ref = { document: 'a', blockId: 'b1' };
    expect((await session.getOverlay('targets/fr', ref))?.value).toMatchObject({ runs: [{ text: 'a one' }] });
    expect((await session.getOverlay('annotations/note', ref))?.value).toMatchObject({ type: 'note' });
    expect((await session.getOverlay('overlays/term/source', ref))?.value).toMatchObject({ spans: [{ id: 't' }] });
    await session.close();
  });

  test('KV31 two files with equal block ids keep separate targets in a run', async () => {
    const store = createMemoryBlockStore();
    await translateInto(store, ['a', 'b']);
    const documents = ['a', 'b'].map((id) => withStored(memoryDocument(id, () => partsOf(['one', 'two']))));
    const outputs = documents.map(({ outputs: list }) => list?.[0]);
    await runFlow(nothing, { documents }, { tools: tools.registry, store });
    expect(JSON.stringify(outputs)).toContain('a one');
    const texts = outputs.map((output) => JSON.stringify(output));
    expect(texts.map((text) => [text.includes('a one'), text.includes('b one')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('K72 a record of another state of the block is never applied, only reported', async () => {
    const store = createMemoryBlockStore();
    await translateInto(store, ['a']);
    const document = memoryDocument('a', () => partsOf(['one', 'changed', 'new']));
    const report = await runFlow(nothing, { documents: [withStored(document)] }, { tools: tools.registry, store });
    expect(document.output.blocks.map(({ targets }) => Object.keys(targets))).toEqual([['fr'], [], []]);
    expect(report.losses).toEqual([
      { kind: 'target-rejected', document: 'a', block: 'b2', step: '', detail: { reason: 'stale' } },
    ]);
  });

  test('K72 a record is found again although steps have changed properties of its block', async () => {
    const store = createMemoryBlockStore();
    const kept = { ...store, capabilities: { ...store.capabilities, persistent: true } };
    const named = () =>
      partsOf(['one']).map((part) => {
        if (part.kind === 'block') part.block.properties['key'] = 'home';
        return part;
      });
    const marking = new SmallTools().add(
      {
        id: 'marks',
        category: 'enrich',
        cardinality: 'monolingual',
        produces: [
          { type: 'note', side: 'source' },
          { type: 'property:step', side: 'source' },
        ],
      },
      {
        annotate: (view) => {
          view.setProperty('step', 'seen');
          view.setAnnotation('note', { type: 'note', items: [{ text: 'n' }] });
        },
      },
    );
    const io = toStore({ documents: [memoryDocument('a', named)] }, kept);
    const stored = await runFlow(marking.plan([{ tool: 'marks' }]), io, { tools: marking.registry, store });
    expect(stored.documents[0]).toMatchObject({ status: 'ok' });
    const document = memoryDocument('a', named);
    const report = await runFlow(nothing, { documents: [withStored(document)] }, { tools: tools.registry, store });
    expect(report.losses).toEqual([]);
    expect(document.output.blocks[0]).toMatchObject({ annotations: { note: { type: 'note' } } });
    const whole = memoryDocument('a', named);
    await runFlow(nothing, { documents: [withStored(whole, { everywhere: true })] }, { tools: tools.registry, store });
    expect(whole.output.blocks[0]?.properties).toEqual({ key: 'home', step: 'seen' });
  });

  test('storeDocument reads a document from the store in its own order', async () => {
    const store = createMemoryBlockStore();
    await translateInto(store, ['a'], ['x', 'y', 'z']);
    const seen = memoryDocument('a', () => []).output;
    const report = await runFlow(
      nothing,
      { documents: [storeDocument('a', [seen])] },
      { tools: tools.registry, store },
    );
    expect(report.status).toBe('ok');
    expect(seen.blocks.map(({ id, targets }) => [id, Object.keys(targets)])).toEqual([
      ['b1', ['fr']],
      ['b2', ['fr']],
      ['b3', ['fr']],
    ]);
  });

  test('K74 a store that keeps nothing is no sink', () => {
    expect(() => toStore({ documents: [] }, createMemoryBlockStore())).toThrow(
      expect.objectContaining({ code: 'FLOW_STORE', details: expect.objectContaining({ reason: 'capability' }) }),
    );
  });
});

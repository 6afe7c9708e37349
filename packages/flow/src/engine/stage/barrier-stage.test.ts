import type { Json } from '@helve/core';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../contract/flow-document.js';
import type { Part } from '../../contract/part.js';
import { memoryDocument, partsOf, SmallTools, someTexts, waitAtRandom } from '../../testing/run-kit.js';
import { runFlow } from '../run-flow.js';

/** Says of each block how many blocks of the scope have the same first letter. */
function letters(barrier: 'document' | 'run'): SmallTools {
  return new SmallTools()
    .add({ id: 'letters', barrier, produces: [{ type: 'property:same', side: 'source' }] }, () => {
      const own: string[] = [];
      let all: string[] = [];
      return {
        collect: (view) => void own.push(view.text('en').charAt(0)),
        snapshot: () => own,
        merge: (snapshots: readonly Json[]) => void (all = snapshots.flat() as string[]),
        annotate: (view) =>
          view.setProperty(
            'same',
            `${all.filter((letter) => letter === view.text('en').charAt(0)).length} of ${all.join('')}`,
          ),
      };
    })
    .add({ id: 'waits' }, { annotate: () => waitAtRandom(1) });
}

describe('barrier', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'helve-barrier-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function run(
    barrier: 'document' | 'run',
    texts: readonly (readonly string[])[],
    { steps, ...facts }: { spoolBytes?: number; concurrency?: number; steps?: Step[] } = {},
  ) {
    const tools = letters(barrier);
    const documents = texts.map((list, index) => memoryDocument(`d${index}`, () => partsOf(list)));
    const plan = tools.plan(steps ?? [{ tool: 'waits' }, { tool: 'letters' }, { tool: 'waits' }]);
    const report = await runFlow(
      plan,
      { documents },
      {
        tools: tools.registry,
        temporaryFolder: folder,
        verifyStructure: true,
        ...facts,
      },
    );
    return {
      report,
      text: documents.map(({ output }) => output.text).join('\n'),
      seen: documents.map(({ output }) => output.blocks.map(({ properties }) => properties['same'])),
    };
  }

  test('K66 a document barrier shows the handler all blocks of its document', async () => {
    const { seen } = await run('document', [['ab', 'ba', 'ac'], ['b']]);
    expect(seen).toEqual([['2 of aba', '1 of aba', '2 of aba'], ['1 of b']]);
  });

  test.each([1, 2, 8])(
    'K66 a run barrier merges snapshots in input order, with %i documents at once',
    async (concurrency) => {
      const { report, seen } = await run('run', [['c'], ['a', 'b'], ['a']], { concurrency });
      expect(report.status).toBe('ok');
      expect(seen).toEqual([['1 of caba'], ['2 of caba', '1 of caba'], ['2 of caba']]);
    },
  );

  test('K66 what does not fit into memory waits in a temporary file, which is gone afterwards', async () => {
    const texts = [someTexts(500), someTexts(300)];
    const roomy = await run('document', texts);
    const tight = await run('document', texts, { spoolBytes: 20_000 });
    const none = await run('run', texts, { spoolBytes: 0, concurrency: 1 });
    expect(tight.text).toBe(roomy.text);
    expect(none.report.status).toBe('ok');
    expect(await readdir(folder)).toEqual([]);
  });

  test('K66 a document that fails before a run barrier is not waited for', async () => {
    const tools = letters('run').add(
      { id: 'picky' },
      {
        annotate: (view) => {
          if (view.text('en') === 'bad') throw new Error('no');
        },
      },
    );
    const documents = [['a'], ['bad'], ['b']].map((texts, index) => memoryDocument(`d${index}`, () => partsOf(texts)));
    const plan = tools.plan([{ tool: 'picky' }, { tool: 'letters' }]);
    const report = await runFlow(plan, { documents }, { tools: tools.registry, keepGoing: true, concurrency: 1 });
    expect(report.documents.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok']);
    expect(documents[2]?.output.blocks[0]?.properties['same']).toBe('1 of ab');
  });

  test('K66 documents meet those that hold the same target, and wait for no others', async () => {
    const tools = new SmallTools().add(
      { id: 'pairs', barrier: 'run', cardinality: 'bilingual', produces: [{ type: 'property:met', side: 'source' }] },
      () => {
        const own: string[] = [];
        let all: string[] = [];
        return {
          collect: (view) => void own.push(view.text('en')),
          snapshot: () => own,
          merge: (snapshots: readonly Json[]) => void (all = snapshots.flat() as string[]),
          annotate: (view, ctx) => view.setProperty('met', `${ctx.locales.target} ${all.join('')}`),
        };
      },
    );
    const held = [['de'], ['fr'], ['de'], undefined];
    const documents = held.map((targets, index) => ({
      ...memoryDocument(`d${index}`, () => partsOf([`${index}`])),
      ...(targets === undefined ? {} : { targets }),
    }));
    const plan = tools.plan([{ tool: 'pairs' }], { targetLocales: ['de', 'fr'] });
    const report = await runFlow(plan, { documents }, { tools: tools.registry, concurrency: 2 });
    expect(report.status).toBe('ok');
    const met = documents.map(({ output }) => output.blocks[0]?.properties['met']);
    expect(met).toEqual(['de 023', 'fr 13', 'de 023', 'fr 13']);
  });

  test.each([1, 3])('K66 a step may ask for another round, with %i documents at once', async (concurrency) => {
    const tools = new SmallTools().add(
      { id: 'rounds', barrier: 'run', produces: [{ type: 'property:met', side: 'source' }] },
      () => {
        const own: string[] = [];
        const rounds: Json[] = [];
        return {
          collect: (view) => void own.push(view.text('en')),
          snapshot: () => (rounds.length === 0 ? own.length : own.join('')),
          reduce: (all) => JSON.stringify(all),
          merge: (all) => rounds.push(...all) < 2,
          annotate: (view) => view.setProperty('met', JSON.stringify(rounds)),
        };
      },
    );
    const documents = [['a'], ['b', 'c'], ['d']].map((list, index) => memoryDocument(`d${index}`, () => partsOf(list)));
    const plan = tools.plan([{ tool: 'rounds' }]);
    const report = await runFlow(plan, { documents }, { tools: tools.registry, concurrency });
    expect(report.status).toBe('ok');
    const met = documents.map(({ output }) => output.blocks[0]?.properties['met']);
    expect(new Set(met)).toEqual(new Set([JSON.stringify(['[1,2,1]', '["a","bc","d"]'])]));
  });

  test('K66 many documents that wait at a barrier are no leak', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => void warnings.push(warning);
    process.on('warning', hear);
    const texts = Array.from({ length: 20 }, (_, index) => [`${index}`]);
    const { report } = await run('run', texts);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    expect(report.status).toBe('ok');
    expect(warnings).toEqual([]);
  });

  test('K66 a barrier inside a branch does not stop its siblings', async () => {
    const steps: Step[] = [{ parallel: [{ tool: 'letters' }, { tool: 'waits' }] }];
    const texts = [someTexts(700)];
    const roomy = await run('document', texts, { steps });
    expect(roomy.report.status).toBe('ok');
    const tight = await run('document', texts, { steps, spoolBytes: 0 });
    expect(tight.text).toBe(roomy.text);
    expect(await readdir(folder)).toEqual([]);
  });

  test('K66 a document that was not opened yet survives the file', async () => {
    const tools = letters('document');
    const open = () => ({
      stream: async function* () {
        yield new Uint8Array();
      },
      bytes: async () => new Uint8Array([7]),
    });
    const raw: Part = { kind: 'raw-document', document: { uri: 'x', sourceLocale: 'en', open } };
    const seen: Part[] = [];
    const document = {
      id: 'doc',
      async *read() {
        yield raw;
      },
      outputs: [
        {
          async write(parts: AsyncIterable<Part>) {
            for await (const part of parts) seen.push(part);
            return { bytes: 0, blocks: 0, changed: 0 };
          },
          commit: async () => undefined,
          discard: async () => undefined,
        },
      ],
    };
    await runFlow(
      tools.plan([{ tool: 'letters' }]),
      { documents: [document] },
      { tools: tools.registry, temporaryFolder: folder, spoolBytes: 0 },
    );
    expect(seen).toEqual([raw]);
  });
});

import { ToolError } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { Part } from '../contract/part.js';
import type { StepContext } from '../contract/tool.js';
import { BaseTool } from '../tool/base-tool.js';
import { createMemoryBlockStore } from '../session/create-memory-block-store.js';
import {
  memoryDocument,
  partsOf,
  smallMeta,
  smallSchema,
  SmallTools,
  someTexts,
  waitAtRandom,
} from '../testing/run-kit.js';
import type { ProgressEvent } from './report/progress.js';
import { runFlow } from './run-flow.js';

const note = { produces: [{ type: 'note', side: 'source' }] } as const;
const says = (text: string) => ({ type: 'note', items: [{ text }] });
const verified = { verifyStructure: true };

describe('runFlow', () => {
  test('K111 a document goes through its steps in order and comes out whole', async () => {
    const tools = new SmallTools()
      .add({ id: 'first', ...note }, { annotate: (view) => view.setAnnotation('note', says(view.text('en'))) })
      .add(
        { id: 'second', produces: [{ type: 'property:seen', side: 'source' }] },
        { annotate: (view) => view.setProperty('seen', JSON.stringify(view.annotation('note'))) },
      );
    const document = memoryDocument('doc', () => partsOf(someTexts(200)));
    const plan = tools.plan([{ tool: 'first' }, { tool: 'second' }]);
    const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry, ...verified });
    expect(report).toMatchObject({ schema: 'helve.run/v1', status: 'ok', planHash: plan.hash, passes: [['en']] });
    expect(report.documents).toMatchObject([{ document: 'doc', status: 'ok', parts: 202, blocks: 200 }]);
    expect(report.steps).toMatchObject([
      { node: '1', tool: 'first', in: 200, out: 200, skipped: 0, failed: 0 },
      { node: '2', tool: 'second', in: 200, out: 200 },
    ]);
    const { blocks } = document.output;
    expect(blocks.map(({ id }) => id)).toEqual(someTexts(200).map((_, index) => `b${index + 1}`));
    expect(blocks[7]?.properties).toEqual({ seen: JSON.stringify(says('Text number 8')) });
  });

  test('K111 a slow step stops the reader: what is under way stays bounded', async () => {
    let read = 0;
    let handled = 0;
    let most = 0;
    const tools = new SmallTools().add(
      { id: 'slow' },
      {
        annotate: async () => {
          handled += 1;
          most = Math.max(most, read - handled);
          if (handled % 64 === 0) await waitAtRandom(1);
        },
      },
    );
    const document = memoryDocument('doc', function* () {
      for (const part of partsOf(someTexts(2_000))) {
        read += 1;
        yield part;
      }
    });
    await runFlow(tools.plan([{ tool: 'slow' }]), { documents: [document] }, { tools: tools.registry });
    expect(handled).toBe(2_000);
    // A batch in the reader, two in the channel, one that waits, one in the step.
    expect(most).toBeLessThanOrEqual(5 * 64);
  });

  test('KV15 parts that no step handles pass in their order, and an error names tool and block', async () => {
    const others: Part[] = [
      { kind: 'group-start', group: { id: 'g', name: '', type: 'list', properties: {} } },
      { kind: 'data', data: { id: 'd', name: '', properties: {}, referent: false } },
      { kind: 'media', media: { id: 'm', mimeType: 'image/png', size: 0, properties: {} } },
      { kind: 'custom', type: 'x', value: { type: 'x' } },
      { kind: 'group-end', id: 'g' },
    ];
    const [start, ...rest] = partsOf(['Hello', 'bad']);
    const parts = () => [start as Part, ...others, ...rest];
    const tools = new SmallTools().add(
      { id: 'picky' },
      {
        annotate: (view) => {
          if (view.text('en') === 'bad') throw new Error('it is bad');
        },
      },
    );
    const good = memoryDocument('good', () =>
      parts().filter((part) => part.kind !== 'block' || part.block.id !== 'b2'),
    );
    await runFlow(tools.plan([{ tool: 'picky' }]), { documents: [good] }, { tools: tools.registry, ...verified });
    expect(good.output.lines.map((line) => (JSON.parse(line) as Part).kind)).toEqual([
      'layer-start',
      ...others.map(({ kind }) => kind),
      'block',
      'layer-end',
    ]);
    const bad = memoryDocument('bad', parts);
    const report = await runFlow(tools.plan([{ tool: 'picky' }]), { documents: [bad] }, { tools: tools.registry });
    expect(report.status).toBe('failed');
    expect(report.documents[0]?.error).toEqual({
      code: 'FLOW_STEP_FAILED',
      type: 'PERMANENT',
      retryable: false,
      message: 'Cannot run step 1 "picky" on block "b2" of "bad": it is bad',
      node: '1',
      tool: 'picky',
      block: 'b2',
    });
    expect(bad.output.state).toBe('discarded');
  });

  test('K115 the error of the call a step made gives its type', async () => {
    const tools = new SmallTools().add(
      { id: 'caller' },
      {
        annotate: () => {
          throw new ToolError('RATE_LIMIT', 'Too many');
        },
      },
    );
    const document = memoryDocument('doc', () => partsOf(['a']));
    const report = await runFlow(
      tools.plan([{ tool: 'caller' }]),
      { documents: [document] },
      { tools: tools.registry },
    );
    expect(report.documents[0]?.error).toMatchObject({ code: 'FLOW_STEP_FAILED', type: 'RATE_LIMIT', retryable: true });
  });

  test.each([
    ['a value that is no error', () => Promise.reject('nonsense')],
    ['a value that cannot be printed', () => Promise.reject(Object.create(null))],
    [
      'a stack overflow',
      () =>
        (function deeper(): never {
          return deeper();
        })(),
    ],
    ['nothing', () => Promise.reject(undefined)],
  ])('KV32 %s out of a tool is an error of the flow', async (_, panic) => {
    const tools = new SmallTools().add({ id: 'panics' }, { annotate: panic });
    const document = memoryDocument('doc', () => partsOf(['a']));
    const report = await runFlow(
      tools.plan([{ tool: 'panics' }]),
      { documents: [document] },
      { tools: tools.registry },
    );
    expect(report.documents[0]?.error).toMatchObject({ code: 'FLOW_STEP_FAILED', tool: 'panics', block: 'b1' });
  });

  test('K115 a document that fails cancels the others, unless they are to keep going', async () => {
    const run = async (keepGoing: boolean) => {
      const tools = new SmallTools().add(
        { id: 'picky' },
        {
          annotate: async (view, { signal }) => {
            if (view.text('en') === 'bad') throw new Error('it is bad');
            if (!keepGoing) await new Promise((resolve) => signal.addEventListener('abort', resolve));
          },
        },
      );
      const documents = [
        memoryDocument('bad', () => partsOf(['bad'])),
        memoryDocument('good', () => partsOf(['good'])),
      ];
      const report = await runFlow(
        tools.plan([{ tool: 'picky' }]),
        { documents },
        { tools: tools.registry, keepGoing },
      );
      return [report.status, ...report.documents.map(({ status }) => status), documents[1]?.output.state];
    };
    expect(await run(false)).toEqual(['failed', 'failed', 'cancelled', 'discarded']);
    expect(await run(true)).toEqual(['partial', 'failed', 'ok', 'committed']);
  });

  test('K5 a failure that stops the others fails the run, also when some of them were quicker', async () => {
    const tools = new SmallTools().add(
      { id: 'picky' },
      {
        annotate: (view) => {
          if (view.text('en') === 'bad') throw new Error('it is bad');
        },
      },
    );
    const statusOf = async (keepGoing: boolean) => {
      const documents = ['good', 'bad'].map((text) => memoryDocument(text, () => partsOf([text])));
      const options = { tools: tools.registry, keepGoing, concurrency: 1 };
      const { status, documents: done } = await runFlow(tools.plan([{ tool: 'picky' }]), { documents }, options);
      return [status, ...done.map((document) => document.status)];
    };
    expect(await statusOf(false)).toEqual(['failed', 'ok', 'failed']);
    expect(await statusOf(true)).toEqual(['partial', 'ok', 'failed']);
  });

  test('K113 after an abort no handler starts, and the run ends as soon as the one under way does', async () => {
    const stopping = new AbortController();
    let started = 0;
    let ended = 0;
    const tools = new SmallTools().add(
      { id: 'slow' },
      {
        annotate: async () => {
          started += 1;
          if (started === 3) stopping.abort();
          await new Promise((resolve) => setTimeout(resolve, 20));
          ended += 1;
        },
      },
    );
    const document = memoryDocument('doc', () => partsOf(someTexts(500)));
    const options = { tools: tools.registry, signal: stopping.signal };
    const report = await runFlow(tools.plan([{ tool: 'slow' }]), { documents: [document] }, options);
    expect([report.status, report.documents[0]?.status, started, ended]).toEqual(['cancelled', 'cancelled', 3, 3]);
    expect(report.documents[0]?.error?.code).toBe('FLOW_CANCELLED');
    expect(document.output.state).toBe('discarded');
  });

  test('K65 a tool that reads the stream is held to its shape, its capability and its ports', async () => {
    const run = async (facts: Parameters<typeof smallMeta>[0], process: (part: Part) => Iterable<Part>) => {
      const meta = smallMeta(facts);
      class Own extends BaseTool {
        readonly meta = meta;
        schema() {
          return smallSchema(meta);
        }
        override async *process(_: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
          for await (const part of input) yield* process(part);
        }
      }
      const tools = new SmallTools().addTool(facts, () => new Own());
      const document = memoryDocument('doc', () => partsOf(['a', 'b']));
      const report = await runFlow(
        tools.plan([{ tool: facts.id }]),
        { documents: [document] },
        { tools: tools.registry },
      );
      return report.documents[0]?.error?.code ?? document.output.blocks.length;
    };
    const none = (part: Part) => (part.kind === 'block' ? [] : [part]);
    const twice = (part: Part) => (part.kind === 'block' ? [part, part] : [part]);
    const retarget = (part: Part) => {
      if (part.kind === 'block') part.block.targets = { fr: { runs: part.block.source, status: 'draft' } };
      return [part];
    };
    const annotating = (part: Part) => {
      if (part.kind === 'block') part.block.annotations['note'] = says('x');
      return [part];
    };
    expect(await run({ id: 'own', capability: 'annotate' }, none)).toBe('FLOW_SHAPE');
    expect(await run({ id: 'own', capability: 'annotate', shape: 'filter' }, none)).toBe(0);
    expect(await run({ id: 'own', capability: 'annotate', shape: 'filter' }, twice)).toBe('FLOW_SHAPE');
    expect(await run({ id: 'own', capability: 'annotate', shape: 'expand' }, twice)).toBe(4);
    expect(await run({ id: 'own', capability: 'annotate' }, retarget)).toBe('FLOW_IMMUTABLE');
    expect(await run({ id: 'own', capability: 'translate' }, retarget)).toBe(2);
    expect(await run({ id: 'own', capability: 'annotate' }, annotating)).toBe('FLOW_UNDECLARED_PORT');
    expect(await run({ id: 'own', capability: 'annotate', ...note }, annotating)).toBe(2);
  });

  test('K8 a step that breaks the nesting is named when structure is verified, and the writer refuses it always', async () => {
    const meta = smallMeta({ id: 'forgets', capability: 'annotate', shape: 'filter' });
    class Forgets extends BaseTool {
      readonly meta = meta;
      schema() {
        return smallSchema(meta);
      }
      override async *process(_: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
        for await (const part of input) if (part.kind !== 'layer-end') yield part;
      }
    }
    const tools = new SmallTools().addTool(meta, () => new Forgets());
    for (const verifyStructure of [true, false]) {
      const document = memoryDocument('doc', () => partsOf(['a']));
      const options = { tools: tools.registry, verifyStructure };
      const report = await runFlow(tools.plan([{ tool: 'forgets' }]), { documents: [document] }, options);
      expect(report.documents[0]?.error?.code).toBe('FLOW_STRUCTURE');
      expect(report.documents[0]?.error?.message).toContain(verifyStructure ? 'forgets' : 'the last step');
    }
  });

  test('K119 a tool that can join what it reports leaves one entry for a document', async () => {
    const tools = new SmallTools().add(
      { id: 'counts' },
      {
        annotate: (_, ctx) => ctx.report(1),
        joinReports: (one, other) => Number(one) + Number(other),
        mergeReports: (reports) => reports.map(({ entries }) => entries.map(Number)),
      },
    );
    const documents = ['a', 'b'].map((id) => memoryDocument(id, () => partsOf(someTexts(id === 'a' ? 5 : 2))));
    const report = await runFlow(tools.plan([{ tool: 'counts' }]), { documents }, { tools: tools.registry });
    expect(report.reports).toEqual({ counts: [[5], [2]] });
  });

  test('K119 the report joins what tools say in input order, and what was lost by step', async () => {
    const tools = new SmallTools().add(
      { id: 'says' },
      {
        annotate: async (view, ctx) => {
          await waitAtRandom(2);
          ctx.report({ text: view.text('en') });
          ctx.lose({ kind: 'repaired', detail: { n: 1 } });
        },
        mergeReports: (reports) => reports.map(({ document, entries }) => `${document}:${entries.length}`),
      },
    );
    const documents = ['c', 'a', 'b'].map((id) => memoryDocument(id, () => partsOf(someTexts(id.charCodeAt(0) - 96))));
    const plan = tools.plan([{ tool: 'says', parallelBlocks: 4 }]);
    const report = await runFlow(plan, { documents }, { tools: tools.registry });
    expect(report.reports).toEqual({ says: ['c:3', 'a:1', 'b:2'] });
    expect(report.lossCounts).toEqual({ repaired: 6 });
    expect(report.losses.map(({ document, block, step }) => `${document}/${String(block)}/${step}`)).toEqual([
      'c/b1/1',
      'c/b2/1',
      'c/b3/1',
      'a/b1/1',
      'b/b1/1',
      'b/b2/1',
    ]);
  });

  test('K117 progress is numbered, steps are told five times a second at most, and done comes last', async () => {
    const events: ProgressEvent[] = [];
    const tools = new SmallTools().add(
      { id: 'slow' },
      {
        annotate: async (view, ctx) => {
          if (Number(view.id.slice(1)) % 64 === 0) await new Promise((resolve) => setTimeout(resolve, 25));
          if (view.id === 'b5') ctx.log('warn', 'odd');
          if (view.id === 'b6') ctx.lose({ kind: 'repaired', detail: {} });
        },
      },
    );
    const document = memoryDocument('doc', () => partsOf(someTexts(64 * 20)));
    const started = performance.now();
    await runFlow(
      tools.plan([{ tool: 'slow' }]),
      { documents: [document] },
      {
        tools: tools.registry,
        onProgress: (event) => events.push(event),
      },
    );
    const seconds = (performance.now() - started) / 1_000;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['start', 'plan', 'file-start', 'step', 'file-done', 'warning', 'loss', 'done']),
    );
    expect(events.at(-1)).toMatchObject({ schema: 'helve.progress/v1', kind: 'done', data: { status: 'ok' } });
    expect(events.filter(({ kind }) => kind === 'step').length).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 1);
  });

  test('KV34 many files give equal bytes and an equal report at any concurrency', async () => {
    const tools = new SmallTools()
      .add(
        { id: 'marks', ...note },
        {
          annotate: async (view, ctx) => {
            await waitAtRandom(1);
            view.setAnnotation('note', says(view.text('en').toUpperCase()));
            ctx.report(view.id);
          },
        },
      )
      .add(
        { id: 'fails' },
        {
          annotate: (view) => {
            if (view.id === 'b3') throw new Error('no');
          },
        },
      );
    const plan = tools.plan([
      { tool: 'marks', parallelBlocks: 3 },
      { tool: 'fails', onError: 'quarantine' },
    ]);
    const run = async (concurrency: number) => {
      const documents = Array.from({ length: 200 }, (_, index) =>
        memoryDocument(`d${index}`, () => partsOf(someTexts((index % 5) + 1))),
      );
      const report = await runFlow(
        plan,
        { documents },
        { tools: tools.registry, concurrency, store: createMemoryBlockStore() },
      );
      const timeless = JSON.stringify(report, (key, value: unknown) => (key === 'ms' || key === 'timings' ? 0 : value));
      return [documents.map(({ output }) => output.text).join('\n'), timeless];
    };
    const one = await run(1);
    expect(await run(2)).toEqual(one);
    expect(await run(8)).toEqual(one);
  });
});

describe('runFlow with several locales', () => {
  test('K105 a document is read once, and each step runs once for each of its own locale sets', async () => {
    let made = 0;
    let read = 0;
    const seen: string[] = [];
    const target = { produces: [{ type: 'target', side: 'target' }] } as const;
    const tools = new SmallTools()
      .add({ id: 'fills', category: 'translate', cardinality: 'bilingual', ...target }, () => {
        made += 1;
        return {
          translate: (view, { locales }) => {
            const facts = { status: 'draft', origin: { kind: 'mt' } } as const;
            view.setTarget(locales.target ?? '', view.source, facts);
            seen.push(`fills ${locales.all.join(' ')}`);
          },
        };
      })
      .add({ id: 'counts' }, { annotate: (_, { locales }) => void seen.push(`counts ${locales.all.join(' ')}`) })
      .add(
        { id: 'compares', cardinality: 'multilingual' },
        {
          annotate: (view, { locales }) =>
            void seen.push(`compares ${locales.all.join(' ')}: ${view.variants.join(' ')}`),
        },
      );
    const made0 = made;
    const plan = tools.plan([{ tool: 'fills' }, { tool: 'counts' }, { tool: 'compares' }], {
      targetLocales: ['de', 'fr'],
    });
    const document = memoryDocument('doc', () => {
      read += 1;
      return partsOf(['a']);
    });
    const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry });
    expect(seen).toEqual(['fills en de', 'fills en fr', 'counts en', 'compares en de fr: de fr']);
    expect([read, made - made0]).toEqual([1, 2]);
    expect(report.steps[0]).toMatchObject({ node: '1', in: 2, out: 2 });
  });

  test('K68 a tool instance serves one document', async () => {
    const seen: string[] = [];
    const tools = new SmallTools().add({ id: 'remembers' }, () => {
      let first: string | undefined;
      return {
        annotate: (_, { document }) => {
          first ??= document.id;
          seen.push(`${first} ${document.id}`);
        },
      };
    });
    const documents = ['a', 'b'].map((id) => memoryDocument(id, () => partsOf(['x', 'y'])));
    await runFlow(tools.plan([{ tool: 'remembers' }]), { documents }, { tools: tools.registry, concurrency: 1 });
    expect(seen).toEqual(['a a', 'a a', 'b b', 'b b']);
  });

  test('a writer that fails while the steps are at work fails its document and nothing else', async () => {
    const tools = new SmallTools().add(
      { id: 'slow' },
      { annotate: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) },
    );
    const document = memoryDocument('doc', () => partsOf(['x', 'y']));
    const broken = {
      write: () => Promise.reject(new Error('The disk is full')),
      commit: async () => undefined,
      discard: async () => undefined,
    };
    const loose: unknown[] = [];
    const hear = (reason: unknown) => loose.push(reason);
    process.on('unhandledRejection', hear);
    const documents = [{ ...document, outputs: [broken] }];
    const report = await runFlow(tools.plan([{ tool: 'slow' }]), { documents }, { tools: tools.registry });
    process.off('unhandledRejection', hear);
    expect(report.documents).toMatchObject([{ status: 'failed', error: { message: 'The disk is full' } }]);
    expect(loose).toEqual([]);
  });

  test('K123 what is under way depends on the channels, not on the size of the document', async () => {
    const tools = new SmallTools()
      .add({ id: 'one' }, { annotate: () => undefined })
      .add({ id: 'two' }, { annotate: async () => undefined });
    const most = async (count: number) => {
      let read = 0;
      let written = 0;
      let underWay = 0;
      const document = memoryDocument('doc', function* () {
        for (const part of partsOf(someTexts(count))) {
          read += 1;
          underWay = Math.max(underWay, read - written);
          yield part;
        }
      });
      const slow = {
        async write(parts: AsyncIterable<Part>) {
          for await (const _ of parts) {
            written += 1;
            if (written % 500 === 0) await waitAtRandom(1);
          }
          return { bytes: 0, blocks: 0, changed: 0 };
        },
        commit: async () => undefined,
        discard: async () => undefined,
      };
      const plan = tools.plan([{ tool: 'one' }, { tool: 'two' }, { tool: 'one' }]);
      await runFlow(
        plan,
        { documents: [{ ...document, outputs: [slow, document.output] }] },
        { tools: tools.registry },
      );
      return underWay;
    };
    // Five channels of two batches, and one batch in each of reader, steps and writer.
    const bound = (5 * 2 + 2 * 5) * 64;
    expect(await most(3_000)).toBeLessThanOrEqual(bound);
    expect(await most(20_000)).toBeLessThanOrEqual(bound);
  });
});

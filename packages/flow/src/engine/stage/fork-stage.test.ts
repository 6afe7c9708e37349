import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPayload } from '../../content/payload/payload.js';
import { textRun } from '../../content/run/normalise-runs.js';
import type { Step } from '../../contract/flow-document.js';
import type { BlockView } from '../../contract/view.js';
import { memoryDocument, partsOf, SmallTools, someTexts, waitAtRandom } from '../../testing/run-kit.js';
import { runFlow, type RunOptions } from '../run-flow.js';

const annotation = (type: string) => ({ produces: [{ type, side: 'source' }] }) as const;
const count = (type: 'word-count' | 'char-count', n: number) => newPayload(type, { source: n });

/** Small counters that wait as a test tells them to. */
function counters(delay: (id: string) => Promise<void> = async () => undefined): SmallTools {
  return new SmallTools()
    .add(
      { id: 'word-count', ...annotation('word-count') },
      {
        annotate: async (view) => {
          await delay(view.id);
          view.setAnnotation('word-count', count('word-count', view.text('en').split(' ').length));
        },
      },
    )
    .add(
      { id: 'char-count', ...annotation('char-count') },
      {
        annotate: async (view) => {
          await delay(view.id);
          view.setAnnotation('char-count', count('char-count', view.text('en').length));
        },
      },
    )
    .add(
      { id: 'lists', ...annotation('note') },
      {
        annotate: (view) => {
          const seen = [view.annotation('word-count'), view.annotation('char-count')].map((one) => one?.type ?? '-');
          view.setAnnotation('note', { type: 'note', items: [{ text: seen.join(' ') }] });
        },
      },
    );
}

async function run(
  tools: SmallTools,
  steps: readonly Step[],
  texts = someTexts(150),
  options: Partial<RunOptions> = {},
) {
  const document = memoryDocument('doc', () => partsOf(texts));
  const plan = tools.plan(steps, { targetLocales: ['de', 'fr'], source: { kind: 'interchange' } });
  const report = await runFlow(
    plan,
    { documents: [document] },
    { tools: tools.registry, verifyStructure: true, ...options },
  );
  return { report, output: document.output };
}

const parallel: Step[] = [
  { parallel: [{ tool: 'word-count' }, { steps: [{ tool: 'char-count' }, { tool: 'lists' }] }] },
];

describe('parallel', () => {
  test('K96 branches start from the same state, see none of their siblings, and all they made is there after the join', async () => {
    const { report, output } = await run(counters(), parallel, ['one two']);
    expect(report.status).toBe('ok');
    expect(output.blocks[0]?.annotations).toEqual({
      'word-count': { type: 'word-count', source: 2 },
      'char-count': { type: 'char-count', source: 7 },
      note: { type: 'note', items: [{ text: '- char-count' }] },
    });
    expect(report.steps.map(({ node, in: given, out }) => [node, given, out])).toEqual([
      ['1.b1.1', 1, 1],
      ['1.b2.1', 1, 1],
      ['1.b2.2', 1, 1],
    ]);
  });

  test('KV27 two branches wait at the same time, so that together they take no longer than one', async () => {
    let waiting = 0;
    let goOn = () => {};
    const bothWait = new Promise<void>((resolve) => (goOn = resolve));
    const tools = counters(() => {
      waiting += 1;
      if (waiting === 2) goOn();
      return bothWait;
    });
    const steps: Step[] = [{ parallel: [{ tool: 'word-count' }, { tool: 'char-count' }] }];
    const { report } = await run(tools, steps, ['one']);
    expect([report.status, waiting]).toEqual(['ok', 2]);
  });

  test('KV27 a thousand runs with random delays give one result', async () => {
    const tools = counters(() => waitAtRandom(Math.random() < 0.05 ? 1 : 0));
    const plan = tools.plan(parallel);
    const results = new Set<string>();
    for (let round = 0; round < 1_000; round += 1) {
      const document = memoryDocument('doc', () => partsOf(someTexts(3)));
      await runFlow(plan, { documents: [document] }, { tools: tools.registry });
      results.add(document.output.text);
    }
    expect(results.size).toBe(1);
  });

  test('K97 merging is the same as running the branches in turn, in every interleaving', async () => {
    const inTurn: Step[] = [{ tool: 'word-count' }, { tool: 'char-count' }];
    const { output: expected } = await run(counters(), inTurn);
    const delays = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: 1, max: 5 }), async (waits, parallelBlocks) => {
        let calls = 0;
        const tools = counters(async () => {
          calls += 1;
          const ms = waits[calls % waits.length] ?? 0;
          if (ms > 0 && calls % 7 === 0) await new Promise((resolve) => setTimeout(resolve, ms));
        });
        const steps: Step[] = [{ parallel: inTurn.map((step) => ({ ...step, parallelBlocks })) }];
        const { output } = await run(tools, steps);
        expect(output.text).toBe(expected.text);
      }),
      { numRuns: 10 },
    );
  });

  test('K97 branches that write different targets are joined', async () => {
    const tools = new SmallTools().add(
      {
        id: 'fills',
        category: 'translate',
        cardinality: 'bilingual',
        capability: 'translate',
        produces: [{ type: 'target', side: 'target' }],
      },
      {
        translate: async (view, { locales }) => {
          await waitAtRandom(1);
          const facts = { status: 'draft', origin: { kind: 'tool' } } as const;
          view.setTarget(locales.target ?? '', [textRun(`${view.text('en')} ${locales.target ?? ''}`)], facts);
        },
      },
    );
    const steps: Step[] = [
      {
        parallel: [
          { tool: 'fills', locales: ['de'] },
          { tool: 'fills', locales: ['fr'] },
        ],
      },
    ];
    const { output } = await run(tools, steps, ['Hi']);
    expect(Object.keys(output.blocks[0]?.targets ?? {})).toEqual(['de', 'fr']);
  });

  test('K98 findings of two checks are joined and scored at the merge', async () => {
    const check = (id: string, severity: 'minor' | 'major') => ({
      annotate: (view: BlockView) => {
        const finding = {
          id: `${id}1`,
          rule: `${id}.x`,
          check: id,
          severity,
          message: 'm',
          side: 'source',
          fingerprint: id,
        } as const;
        const score = severity === 'minor' ? 99 : 95;
        view.setOverlayValue('qa', null, newPayload('findings', { findings: [finding], score }));
        view.putSpans('qa', null, [{ id: finding.id, props: {} }]);
      },
    });
    const qa = { category: 'validate', capability: 'annotate', produces: [{ type: 'qa', side: 'source' }] } as const;
    const tools = new SmallTools()
      .add({ id: 'qa-check', ...qa }, check('qa-check', 'minor'))
      .add({ id: 'term-check', ...qa }, check('term-check', 'major'));
    const { report, output } = await run(tools, [{ parallel: [{ tool: 'qa-check' }, { tool: 'term-check' }] }], ['Hi']);
    const [overlay] = output.blocks[0]?.overlays ?? [];
    expect(overlay?.value).toMatchObject({ score: 94, findings: [{ check: 'qa-check' }, { check: 'term-check' }] });
    expect(overlay?.spans.map(({ id }) => id)).toEqual(['qa-check1', 'term-check1']);
    expect(report.findings).toEqual({ total: 2, suppressed: 0, bySeverity: { minor: 1, major: 1 } });
  });

  test('K99 a failure in a branch cancels its siblings and fails the document', async () => {
    let aborted = false;
    const tools = new SmallTools()
      .add(
        { id: 'fails', ...annotation('word-count') },
        {
          annotate: () => {
            throw new Error('no');
          },
        },
      )
      .add(
        { id: 'waits', ...annotation('char-count') },
        {
          annotate: async (view, { signal }) => {
            if (view.id === 'b1') return;
            await new Promise<void>((resolve) => {
              signal.addEventListener('abort', () => {
                aborted = true;
                resolve();
              });
            });
          },
        },
      );
    const { report, output } = await run(tools, [{ parallel: [{ tool: 'waits' }, { tool: 'fails' }] }]);
    expect(report.documents[0]?.error).toMatchObject({ code: 'FLOW_STEP_FAILED', tool: 'fails', block: 'b1' });
    expect([aborted, output.state]).toEqual([true, 'discarded']);
  });

  test('K99 a block that one branch quarantines keeps nothing of any branch, and later steps leave it alone', async () => {
    const tools = counters().add(
      { id: 'picky', ...annotation('tm-match') },
      {
        annotate: (view) => {
          if (view.id === 'b2') throw new Error('no');
        },
      },
    );
    const steps: Step[] = [
      { parallel: [{ tool: 'word-count' }, { tool: 'picky', onError: 'quarantine' }, { tool: 'char-count' }] },
      { tool: 'lists' },
    ];
    const { report, output } = await run(tools, steps, someTexts(3));
    expect(report.status).toBe('partial');
    expect(output.blocks.map(({ annotations }) => Object.keys(annotations).length)).toEqual([3, 0, 3]);
  });

  test('K99 branches nest', async () => {
    const nested = (depth: number): Step => (depth === 0 ? { tool: 'word-count' } : { parallel: [nested(depth - 1)] });
    const { report, output } = await run(counters(), [nested(8)], someTexts(70));
    expect(report.status).toBe('ok');
    expect(output.blocks.every(({ annotations }) => annotations['word-count'] !== undefined)).toBe(true);
  });
});

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  cacheKey,
  flowTool,
  newBlockView,
  schemaFrom,
  type BlockHandler,
  type Step,
  type StepContext,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { settle, type EditContext } from '@helve/flow/content';
import { createMemoryBlockStore } from '@helve/flow/engine';
import type { Variants } from '../kit/run-variants.js';
import { medianOf } from '../measure.js';
import { blockAt, blockParts } from './blocks.js';
import { jsonFile, outputOf } from './corpus.js';
import { msOf, roundTrip } from './file-variants.js';
import { documentOf, planOf, runAll, runFile, toolsWith } from './run-steps.js';

const BLOCKS = 1_000_000;
const WARM_UP = 50_000;
/** Five tools that look at blocks one by one and answer at once. */
const five: readonly Step[] = [
  { tool: 'word-count' },
  { tool: 'char-count' },
  { tool: 'segment-count' },
  { tool: 'qa-check' },
  { tool: 'properties-set', config: { properties: { seen: 'yes' } } },
];
const CALL_MS = 20;
const CALLS = 80;
const PROVIDER_MS = 5;
const CACHED = 10_000;
const PASSING_ROUNDS = 7;

/** What the engine adds to the handlers it calls. */
export const engineVariants: Variants = {
  'a loop: five annotate steps': async () => {
    handleAll(WARM_UP);
    return msOfSync(() => handleAll(BLOCKS));
  },
  'engine: five annotate steps': () => engineMs(five),
  'engine: one pass-through step': () => engineMs([{ tool: 'idle' }], 300_000),
  'engine: ten pass-through steps': () =>
    engineMs(
      Array.from({ length: 10 }, () => ({ tool: 'idle' })),
      300_000,
    ),
  'json: percent that ten pass-through steps add': passingPercent,
  'engine: ten empty annotate steps': () =>
    engineMs(
      Array.from({ length: 10 }, () => ({ tool: 'looks' })),
      300_000,
    ),

  'the slowest of four waiting steps': () => callsMs([{ tool: 'waits-4' }]),
  'four waiting steps in parallel': () =>
    callsMs([{ parallel: [1, 2, 3, 4].map((nth) => ({ tool: `waits-${nth}` })) }]),
  'parallelBlocks: 1': () => callsMs([{ tool: 'waits-4' }]),
  'parallelBlocks: 8': () => callsMs([{ tool: 'waits-4', parallelBlocks: 8 }]),

  'cache: first run': async () => (await cachedRuns()).first,
  'cache: warm run': async () => (await cachedRuns()).warm,
};

/** Takes nothing from the blocks that go by. */
const idle = entryOf({ id: 'idle' }, { handleMedia: () => undefined } as unknown as BlockHandler);
const looks = entryOf({ id: 'looks' }, { annotate: () => undefined });
const waiting = [1, 2, 3, 4].map((nth) =>
  entryOf(
    { id: `waits-${nth}`, produces: [{ type: `property:w${nth}`, side: 'source' }] },
    {
      annotate: async (view) => {
        await wait((CALL_MS * nth) / 4);
        view.setProperty(`w${nth}`, 'done');
      },
    },
  ),
);

/** A provider that takes its time, and a step that asks it once for each text. */
const provided = entryOf(
  {
    id: 'provided',
    category: 'translate',
    cardinality: 'bilingual',
    capability: 'translate',
    produces: [{ type: 'target', side: 'target' }],
    writesOutput: true,
  },
  {
    translate: async (view, { locales: { source, target = '' }, session }) => {
      const text = view.text(source);
      const facts = { tool: 'provided', version: '1.0.0', config: '', content: view.contentHash, structure: '' };
      const key = cacheKey({ ...facts, locales: [source, target] });
      let answer = await session?.cacheGet(key);
      if (answer === undefined) {
        await wait(PROVIDER_MS);
        answer = text.toUpperCase();
        await session?.cachePut(key, answer);
      }
      view.setTarget(target, [{ kind: 'text', text: typeof answer === 'string' ? answer : '' }], {
        status: 'draft',
        origin: { kind: 'mt' },
      });
    },
  },
);

const registry = toolsWith([idle, looks, ...waiting, provided]);

function entryOf(facts: Partial<ToolMeta> & { readonly id: string }, handlers: BlockHandler): ToolEntry {
  const meta: ToolMeta = {
    version: '1.0.0',
    category: 'enrich',
    displayName: facts.id,
    description: 'A step of the bench.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    ...facts,
  };
  const schema = schemaFrom({ type: 'object', properties: {} }, meta);
  return { name: meta.id, schema, factory: () => flowTool({ meta, schema, ...handlers }) };
}

async function engineMs(steps: readonly Step[], blocks = BLOCKS): Promise<number> {
  const plan = planOf(steps, registry);
  const run = (count: number) =>
    runAll(plan, { documents: [documentOf('d', () => blockParts(count))] }, { tools: registry });
  await run(WARM_UP);
  const began = performance.now();
  await run(blocks);
  return performance.now() - began;
}

/** What ten more steps that take nothing add to a file, of what the file takes without an engine. */
async function passingPercent(): Promise<number> {
  const path = jsonFile(12);
  const through = (steps: number) => () =>
    runFile(
      path,
      Array.from({ length: steps }, () => ({ tool: 'idle' })),
      outputOf('idle.json'),
      registry,
    );
  const work = { alone: () => roundTrip(path, 'json'), one: through(1), eleven: through(11) };
  const ms = { alone: [] as number[], one: [] as number[], eleven: [] as number[] };
  for (let round = 0; round < PASSING_ROUNDS; round += 1) {
    for (const name of ['alone', 'one', 'eleven'] as const) ms[name].push(await msOf(work[name]));
  }
  return (100 * (medianOf(ms.eleven) - medianOf(ms.one))) / medianOf(ms.alone);
}

async function callsMs(steps: readonly Step[]): Promise<number> {
  const plan = planOf(steps, registry);
  const began = performance.now();
  await runAll(plan, { documents: [documentOf('d', () => blockParts(CALLS))] }, { tools: registry });
  return performance.now() - began;
}

async function cachedRuns(): Promise<{ readonly first: number; readonly warm: number }> {
  const plan = planOf([{ tool: 'provided', parallelBlocks: 8 }], registry);
  const store = createMemoryBlockStore();
  const run = async () => {
    const began = performance.now();
    const document = documentOf('d', () => blockParts(CACHED, true));
    await runAll(plan, { documents: [document] }, { tools: registry, store });
    return performance.now() - began;
  };
  return { first: await run(), warm: await run() };
}

function msOfSync(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Runs the handlers without an engine: a view, the handler, its writes. */
function handleAll(count: number): void {
  const handlers = planOf(five, registry).nodes.flatMap((node) => (node.kind === 'step' ? [handlerOf(node)] : []));
  for (let at = 1; at <= count; at += 1) {
    const block = blockAt(at);
    for (const { annotate, ctx, context } of handlers) {
      const view = newBlockView(block, context);
      annotate(view, ctx);
      settle(view);
    }
  }
}

function handlerOf({ tool, config, contract }: Extract<ReturnType<typeof planOf>['nodes'][number], { kind: 'step' }>) {
  const made = registry.create(tool, config) as unknown as { annotate: (...args: unknown[]) => void };
  const reports: unknown[] = [];
  const ctx = {
    config,
    locales: { source: 'en', target: 'el', all: ['en', 'el'] },
    report: (entry: unknown) => void (reports.length < 1000 && reports.push(entry)),
    lose: () => undefined,
  } as unknown as StepContext;
  const context: EditContext = { tool, meta: contract, document: 'd', lose: () => undefined };
  return { annotate: made.annotate.bind(made), ctx, context };
}

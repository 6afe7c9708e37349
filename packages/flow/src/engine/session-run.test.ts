import type { Json } from '@helve/core';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { contentHash, structureHash } from '../content/block/identity.js';
import { textRun } from '../content/run/normalise-runs.js';
import type { Part } from '../contract/part.js';
import type { BlockStore, ToolSession } from '../contract/store.js';
import type { SessionTool, StepContext } from '../contract/tool.js';
import { cacheKey } from '../session/cache-key.js';
import { createMemoryBlockStore } from '../session/create-memory-block-store.js';
import { memoryDocument, partsOf, smallMeta, SmallTools, someTexts } from '../testing/run-kit.js';
import { fingerprintOf } from '../tool/fingerprint.js';
import { newTargetView } from '../view/new-target-view.js';
import { settle } from '../view/settle.js';
import { runFlow } from './run-flow.js';

const facts = {
  id: 'translates',
  category: 'translate',
  cardinality: 'bilingual',
  capability: 'translate',
  produces: [{ type: 'target', side: 'target' }],
} as const;

interface Settings {
  readonly version?: string;
  readonly fingerprint?: string;
  readonly fail?: boolean;
}

/** Translates by a call that is made once for each content, config and version. */
class Translates implements SessionTool {
  readonly meta = smallMeta(facts);
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    return this.#work(ctx, undefined, input);
  }

  sessionProcess(ctx: StepContext, session: ToolSession, input: AsyncIterable<Part>): AsyncIterable<Part> {
    return this.#work(ctx, session, input);
  }

  async *#work(ctx: StepContext, session: ToolSession | undefined, input: AsyncIterable<Part>): AsyncIterable<Part> {
    const { version = '1', fingerprint = 'f', fail = false } = this.#settings;
    const { source, target = '' } = ctx.locales;
    for await (const part of input) {
      if (part.kind === 'block') {
        const { block } = part;
        const content = { content: contentHash(block), structure: structureHash(block) };
        const key = cacheKey({ tool: facts.id, version, config: fingerprint, locales: [source, target], ...content });
        const runs = (await session?.cacheGet(key)) ?? (await ctx.call({ tool: 'mt', input: block.source.length })).ok;
        const result = runs === true ? [...block.source, textRun(` ${target}`)] : runs;
        await session?.cachePut(key, result as Json);
        const view = newTargetView(block, {
          tool: facts.id,
          meta: this.meta,
          document: ctx.document.id,
          lose: ctx.lose,
        });
        view.setTarget(target, result as never, { status: 'draft', origin: { kind: 'mt' } });
        settle(view);
      }
      yield part;
    }
    if (fail) throw new Error('late');
  }
}

/** Runs the flow once; answers how often the provider was called. */
async function run(store: BlockStore, settings: Settings = {}, texts: readonly string[] = someTexts(70), id = 'doc') {
  const tools = new SmallTools().addTool(facts, () => new Translates(settings));
  let calls = 0;
  const document = memoryDocument(id, () => partsOf(texts));
  const plan = tools.plan([{ tool: 'translates' }], { targetLocales: ['de'] });
  const report = await runFlow(
    plan,
    { documents: [document] },
    {
      tools: tools.registry,
      store,
      call: async () => {
        calls += 1;
        return { ok: true, data: null, intents: [], meta: {} as never };
      },
    },
  );
  return { report, calls, output: document.output };
}

describe('sessions of a run', () => {
  test('KV29 the session is committed on success and rolled back on an error', async () => {
    const store = createMemoryBlockStore();
    expect((await run(store, { fail: true })).report.status).toBe('failed');
    expect(await store.revisions()).toEqual([]);
    expect((await run(store)).calls).toBe(70);
    expect(await store.revisions()).toHaveLength(1);
  });

  test('KV29 a tool cannot commit', () => {
    type Given = NonNullable<StepContext['session']>;
    expectTypeOf<Given>().not.toHaveProperty('commit');
    expectTypeOf<Given>().not.toHaveProperty('rollback');
    expectTypeOf<Given>().not.toHaveProperty('close');
  });

  test('K70 the session that a tool gets has no way to commit at run time either', async () => {
    const seen: string[][] = [];
    const tools = new SmallTools().add(
      { id: 'looks' },
      { annotate: (_, ctx) => void seen.push(Object.keys(ctx.session ?? {})) },
    );
    const document = memoryDocument('doc', () => partsOf(['a']));
    await runFlow(tools.plan([{ tool: 'looks' }]), { documents: [document] }, { tools: tools.registry });
    expect(seen[0]).toEqual(expect.arrayContaining(['getBlock', 'cacheGet']));
    expect(seen[0]).not.toEqual(expect.arrayContaining(['commit']));
  });

  test('KV30 a second run makes no call, and gives the same bytes with codes and all', async () => {
    const store = createMemoryBlockStore();
    const first = await run(store);
    const second = await run(store);
    expect([first.calls, second.calls]).toEqual([70, 0]);
    expect(second.output.text).toBe(first.output.text);
    expect(second.report.steps[0]).toMatchObject({ cached: 70, calls: 0 });
    expect(first.report.steps[0]).toMatchObject({ cached: 0, calls: 70 });
  });

  test('KV30 a changed model, glossary or prompt, a new version and a changed source call again', async () => {
    const store = createMemoryBlockStore();
    await run(store);
    const fingerprint = fingerprintOf({ model: 'other' }, { glossary: 'x' });
    expect((await run(store, { fingerprint })).calls).toBe(70);
    expect((await run(store, { version: '2' })).calls).toBe(70);
    expect((await run(store, {}, [...someTexts(69), 'changed'])).calls).toBe(1);
  });

  test('K71 a session saves work and does not change results', async () => {
    const warm = createMemoryBlockStore();
    await run(warm, {}, someTexts(30));
    const mixed = await run(warm, {}, someTexts(70));
    expect(mixed.calls).toBe(40);
    expect(mixed.output.text).toBe((await run(createMemoryBlockStore())).output.text);
  });

  test('K74 on a store that can only be read, what would be cached is counted', async () => {
    const { report } = await run(createMemoryBlockStore({ readOnly: true }), {}, someTexts(5));
    expect(report.status).toBe('ok');
    expect(report.steps[0]).toMatchObject({ cached: 0, uncached: 5, calls: 5 });
  });
});

describe('cacheKey', () => {
  test('K73 the fingerprint and the key are digests that others can compute', () => {
    const golden = '8e62fbea06d1734c2a8c3676faaea7e010a79adc21bf1a34ddb7dfaf5e9fadf8';
    expect(fingerprintOf({ expansionPercent: 0, prefix: '[', suffix: ']' })).toBe(golden);
    const key = { tool: 't', version: '1', config: 'c', content: 'x', structure: 's', locales: ['en', 'fr'] };
    expect(cacheKey(key)).toBe('7286c206b402852e291bf3fc3ea239d7b4d056a481c97847df9c56afe4f4a4ca');
    for (const field of Object.keys(key)) expect(cacheKey({ ...key, [field]: ['other'] })).not.toBe(cacheKey(key));
  });
});

import { ToolError } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { ErrorPolicy } from '../../contract/flow-document.js';
import type { Part } from '../../contract/part.js';
import type { StepContext } from '../../contract/tool.js';
import type { BlockView } from '../../contract/view.js';
import { fakeClock } from '../../testing/fake-clock.js';
import { memoryDocument, partsOf, smallMeta, smallSchema, SmallTools, someTexts } from '../../testing/run-kit.js';
import { BaseTool } from '../../tool/base-tool.js';
import { toStepPolicy, retryDelay } from './error-policy.js';
import { runFlow, type RunOptions } from '../run-flow.js';

const property = (key: string) => ({ produces: [{ type: `property:${key}`, side: 'source' }] }) as const;

/** Two steps that leave a property each; the first does what the test says. */
async function run(
  onError: ErrorPolicy,
  annotate: (view: BlockView, ctx: StepContext) => void | Promise<void>,
  options: Partial<RunOptions> = {},
  parallelBlocks = 1,
) {
  const tools = new SmallTools()
    .add(
      { id: 'first', ...property('one') },
      {
        annotate: (view, ctx) => {
          view.setProperty('one', 'yes');
          ctx.report(view.id);
          return annotate(view, ctx);
        },
      },
    )
    .add({ id: 'second', ...property('two') }, { annotate: (view) => view.setProperty('two', 'yes') });
  const document = memoryDocument('doc', () => partsOf(someTexts(100)));
  const plan = tools.plan([{ tool: 'first', onError, parallelBlocks }, { tool: 'second' }]);
  const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry, ...options });
  return { report, blocks: document.output.blocks, output: document.output };
}

const failsOn =
  (...ids: string[]) =>
  (view: BlockView) => {
    if (ids.includes(view.id)) throw new Error(`no to ${view.id}`);
  };

describe('error policy', () => {
  test.each([1, 4])(
    'KV33 skip drops the effect on two of 100 blocks, goes on and counts them (%i at once)',
    async (at) => {
      const { report, blocks } = await run('skip', failsOn('b7', 'b80'), {}, at);
      expect(report.status).toBe('ok');
      expect(report.steps[0]).toMatchObject({ in: 100, out: 100, skipped: 2, failed: 0 });
      expect(report.lossCounts).toEqual({ 'block-skipped': 2 });
      expect(report.losses.map(({ block }) => block)).toEqual(['b7', 'b80']);
      expect(blocks.filter(({ properties }) => properties['one'] === undefined).map(({ id }) => id)).toEqual([
        'b7',
        'b80',
      ]);
      expect(blocks.every(({ properties }) => properties['two'] === 'yes')).toBe(true);
      expect(report.reports['first']).toMatchObject([{ entries: { length: 98 } }]);
    },
  );

  test.each([1, 4])('KV33 quarantine leaves both blocks as they were and ends partial (%i at once)', async (at) => {
    const { report, blocks, output } = await run('quarantine', failsOn('b7', 'b80'), {}, at);
    expect([report.status, report.documents[0]?.status, output.state]).toEqual(['partial', 'partial', 'committed']);
    expect(report.quarantine.schema).toBe('helve.quarantine/v1');
    expect(report.quarantine.blocks).toMatchObject([
      { document: 'doc', block: 'b7', node: '1', tool: 'first', locales: ['en'], error: { code: 'FLOW_STEP_FAILED' } },
      { document: 'doc', block: 'b80' },
    ]);
    const untouched = blocks.filter(({ properties }) => Object.keys(properties).length === 0);
    expect(untouched.map(({ id }) => id)).toEqual(['b7', 'b80']);
    expect(report.steps[0]).toMatchObject({ failed: 2, skipped: 0 });
  });

  test('KV33 retry succeeds on the third attempt, and the waits grow', async () => {
    const clock = fakeClock({ autoAdvance: true });
    const attempts = new Map<string, number>();
    const annotate = (view: BlockView) => {
      const attempt = (attempts.get(view.id) ?? 0) + 1;
      attempts.set(view.id, attempt);
      if (view.id === 'b7' && attempt < 3) throw new ToolError('TRANSIENT', 'Busy');
    };
    const { report, blocks } = await run({ retry: {} }, annotate, { clock, random: () => 0.5 });
    expect([report.status, attempts.get('b7'), attempts.get('b8')]).toEqual(['ok', 3, 1]);
    expect(clock.waits).toEqual([500, 1_000]);
    expect(blocks[6]?.properties).toEqual({ one: 'yes', two: 'yes' });
    expect(report.reports['first']).toMatchObject([{ entries: { length: 100 } }]);
  });

  test('what says of itself that it cannot be retried, or has begun to write, is tried once', async () => {
    for (const facts of [{ retryable: false }, { retryable: true, partialSideEffects: true }]) {
      const clock = fakeClock({ autoAdvance: true });
      const annotate = (view: BlockView) => {
        if (view.id === 'b7') throw new ToolError('TRANSIENT', 'Away', facts);
      };
      const { report } = await run({ retry: {}, then: 'skip' }, annotate, { clock });
      expect([report.status, clock.waits]).toEqual(['ok', []]);
    }
  });

  test('K114 after the last attempt the block goes the other way', async () => {
    const clock = fakeClock({ autoAdvance: true });
    const annotate = (view: BlockView) => {
      if (view.id === 'b7') throw new ToolError('TIMEOUT', 'Late');
    };
    const policy = { retry: { attempts: 4, baseMs: 10, factor: 3, maxMs: 50 }, then: 'quarantine' } as const;
    const { report } = await run(policy, annotate, { clock, random: () => 0.5 });
    expect(clock.waits).toEqual([10, 30, 50]);
    expect(report.quarantine.blocks.map(({ block }) => block)).toEqual(['b7']);
  });

  test('K114 what is worth no retry is not retried', async () => {
    const errors = [
      new Error('plain'),
      new ToolError('PERMANENT', 'Never'),
      new ToolError('TRANSIENT', 'Tried', { details: { attempts: 3 } }),
    ];
    for (const error of errors) {
      const clock = fakeClock({ autoAdvance: true });
      const annotate = () => {
        throw error;
      };
      const { report } = await run({ retry: {} }, annotate, { clock });
      expect([report.status, clock.waits]).toEqual(['failed', []]);
    }
  });

  test('K114 a wait that the provider asks for is honoured up to a minute', () => {
    const policy = toStepPolicy({ retry: {} });
    const after = (retryAfterMs: number) => new ToolError('RATE_LIMIT', 'Slow down', { retryAfterMs });
    expect(retryDelay(policy, after(1_234), 1, Math.random)).toBe(1_234);
    expect(retryDelay(policy, after(600_000), 1, Math.random)).toBe(60_000);
    expect(retryDelay(policy, after(1), 3, Math.random)).toBeUndefined();
    const jittered = [0, 1].map((chance) => retryDelay(policy, new ToolError('TRANSIENT', 'x'), 1, () => chance));
    expect(jittered).toEqual([400, 600]);
  });

  test('K114 a tool that gives up a block itself follows the policy too', async () => {
    const giveUp = (view: BlockView, ctx: StepContext) => {
      if (view.id === 'b7') ctx.failBlock(view.id, new Error('cannot'));
    };
    expect((await run('fail', giveUp)).report.status).toBe('failed');
    expect((await run('quarantine', giveUp)).report.quarantine.blocks.map(({ block }) => block)).toEqual(['b7']);
  });

  test('K59 a tool that breaks its contract fails whatever the policy says', async () => {
    const undeclared = (view: BlockView) => view.setProperty('other', 'x');
    const { report } = await run('skip', undeclared);
    expect(report.documents[0]?.error?.code).toBe('FLOW_UNDECLARED_PORT');
  });

  test('K113 a cancel ends the wait before the next attempt', async () => {
    const clock = fakeClock();
    const stopping = new AbortController();
    const annotate = () => {
      setTimeout(() => stopping.abort(), 5);
      throw new ToolError('TRANSIENT', 'Busy');
    };
    const { report } = await run({ retry: {} }, annotate, { clock, signal: stopping.signal });
    expect([report.status, clock.waits.length]).toEqual(['cancelled', 1]);
  });

  test('K114 a quarantined block goes round a tool that reads the stream, and keeps its place', async () => {
    const meta = smallMeta({ id: 'buffers', capability: 'annotate' });
    const given: string[] = [];
    class Buffers extends BaseTool {
      readonly meta = meta;
      schema() {
        return smallSchema(meta);
      }
      override async *process(_: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
        const waiting: Part[] = [];
        for await (const part of input) {
          if (part.kind === 'block') given.push(part.block.id);
          waiting.push(part);
          if (waiting.length === 3) yield* waiting.splice(0);
        }
        yield* waiting;
      }
    }
    const tools = new SmallTools().add({ id: 'picky' }, { annotate: failsOn('b1', 'b4', 'b5', 'b9') });
    tools.addTool(meta, () => new Buffers());
    const document = memoryDocument('doc', () => partsOf(someTexts(9)));
    const plan = tools.plan([{ tool: 'picky', onError: 'quarantine' }, { tool: 'buffers' }]);
    const options = { tools: tools.registry, verifyStructure: true };
    const report = await runFlow(plan, { documents: [document] }, options);
    expect(report.status).toBe('partial');
    expect(given).toEqual(['b2', 'b3', 'b6', 'b7', 'b8']);
    expect(document.output.blocks.map(({ id }) => id)).toEqual(someTexts(9).map((_, index) => `b${index + 1}`));
  });
});

import { callTool, invokeTool, token, type InvokeOptions, type ToolHook, type ToolHookStage } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { manualClock, settle, toolThat, watch } from '../../../../test/engine-kit.js';

const never = new Promise<never>(() => undefined);
const hanging = (stage: ToolHookStage): ToolHook => ({ name: 'slow', [stage]: () => never });
const failing = toolThat(() => Promise.reject(new Error('body')));
const closing = token<object>('closing');
const disposer: ToolHook = {
  willBindProviders: () => new Map([[closing, { [Symbol.asyncDispose]: () => never }]]),
};

const observers: readonly (readonly [string, Partial<InvokeOptions>])[] = [
  ['onMetrics', { hooks: [hanging('onMetrics')] }],
  ['willAudit', { hooks: [hanging('willAudit')] }],
  ['didAudit', { hooks: [hanging('didAudit')] }],
  ['willWriteCache', { hooks: [hanging('willWriteCache')] }],
  ['onError', { hooks: [hanging('onError')], tool: failing }],
  ['willFinalizeInvoke', { hooks: [hanging('willFinalizeInvoke')] }],
  ['a disposer', { hooks: [disposer], tool: toolThat((_, ctx) => (ctx.get(closing), 1)) }],
  [
    'everybody',
    {
      hooks: [
        hanging('onError'),
        hanging('willAudit'),
        hanging('didAudit'),
        hanging('onMetrics'),
        hanging('willFinalizeInvoke'),
      ],
      tool: failing,
    },
  ],
];

describe('an observer that never settles', () => {
  test.each(observers)('%s: a call with timeoutMs 100 answers within 200 ms', async (_, options) => {
    const clock = manualClock();
    let answer: unknown;
    void callTool({
      tool: toolThat(() => 1),
      timeoutMs: 100,
      clock,
      ...watch().options,
      ...options,
    }).then((given) => (answer = given));
    await clock.advance(200);
    expect(answer).toBeDefined();
    expect(clock.waiting).toBe(0);
  });

  test.each(observers.slice(0, -1))('%s: a call without a deadline goes on after 5 s', async (_, options) => {
    const clock = manualClock();
    const { reports, options: watching } = watch();
    let answer: unknown;
    void callTool({ tool: toolThat(() => 1), clock, ...watching, ...options }).then((given) => (answer = given));
    await clock.advance(4_999);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toBeDefined();
    expect(reports.map(({ thrown }) => String(thrown))).toContainEqual(
      expect.stringMatching(/it still runs after 5000 ms/),
    );
  });

  test('has its stage share one limit with the others', async () => {
    const clock = manualClock();
    const hooks = [hanging('onMetrics'), hanging('onMetrics'), hanging('onMetrics')];
    let isAnswered = false;
    void invokeTool({ tool: toolThat(() => 1), hooks, clock, ...watch().options }).then(() => (isAnswered = true));
    await clock.advance(5_000);
    expect(isAnswered).toBe(true);
  });

  test('of a body that used up its grace still has a moment', async () => {
    const clock = manualClock();
    const records: string[] = [];
    const slow: ToolHook = {
      willAudit: () => new Promise<void>((resolve) => clock.after(30, () => resolve(void records.push('kept')))),
    };
    let answer: unknown;
    void callTool({ tool: toolThat(() => never), hooks: [slow], timeoutMs: 100, clock, ...watch().options }).then(
      (given) => (answer = given),
    );
    await clock.advance(400);
    expect(answer).toMatchObject({ ok: false, error: { type: 'TIMEOUT' } });
    expect([records, (answer as { meta: object }).meta]).toMatchObject([['kept'], {}]);
    expect(answer).not.toHaveProperty('meta.recorded');
  });

  test('holds no capacity for longer than 50 ms, and the release is marked late in the trace', async () => {
    for (const stage of ['willAudit', 'didAudit', 'onMetrics'] as const) {
      const clock = manualClock();
      const { events, options } = watch();
      let held = 0;
      const slot: ToolHook = {
        name: 'slot',
        willAcquireSemaphore: () => void (held += 1),
        didReleaseSemaphore: () => void (held -= 1),
      };
      const call = invokeTool({ tool: toolThat(() => 1), hooks: [slot, hanging(stage)], clock, ...options });
      await clock.advance(49);
      expect(held, stage).toBe(1);
      await clock.advance(1);
      expect(held, stage).toBe(0);
      await clock.advance(5_000);
      expect(await call).toBe(1);
      expect(held, stage).toBe(0);
      const releases = events.filter((event) => event.stage === 'didReleaseSemaphore');
      expect(releases, stage).toMatchObject([{ hook: 'slot', result: 'ok', late: true }]);
    }
  });

  test('that settles in time leaves releases where they are', async () => {
    const { steps, events, options } = watch();
    const slot: ToolHook = { willAcquireSemaphore: () => undefined, didReleaseSemaphore: () => undefined };
    await invokeTool({ tool: toolThat(() => 1), hooks: [slot, { onMetrics: settle }], ...options });
    expect(steps.slice(-2)).toEqual(['onMetrics Object', 'didReleaseSemaphore Object']);
    expect(events.every(({ late }) => late === undefined)).toBe(true);
  });

  test('is heard of if it fails later', async () => {
    const clock = manualClock();
    const { reports, options } = watch();
    const late: ToolHook = {
      name: 'late',
      onMetrics: () => new Promise((_, reject) => void clock.after(6_000, () => reject(new Error('failed after all')))),
    };
    const call = invokeTool({ tool: toolThat(() => 1), hooks: [late], clock, ...options });
    await clock.advance(7_000);
    expect(await call).toBe(1);
    expect(reports.map(({ thrown, where }) => [(thrown as Error).message, where.stage, where.hook])).toContainEqual([
      'failed after all',
      'onMetrics',
      'late',
    ]);
  });
});

describe('a record that the trail does not take', () => {
  const down: ToolHook = { name: 'trail', willAudit: () => Promise.reject(new Error('disk full')) };
  const policy = (sideEffects: 'writes' | 'read_only') => ({
    policy: {
      category: 'action' as const,
      sideEffects,
      effects: [],
      idempotent: false,
      requiresConfirmation: false,
    },
  });

  test.each([
    ['fails', down],
    ['does not settle', hanging('willAudit')],
  ])('that %s: the answer says so and stays', async (_, hook) => {
    const answer = await callTool({ tool: toolThat(() => 1), hooks: [hook], timeoutMs: 1, ...watch().options });
    expect(answer).toMatchObject({ ok: true, data: 1, meta: { recorded: false } });
    const failed = await callTool({ tool: failing, hooks: [hook], timeoutMs: 1, ...watch().options });
    expect(failed).toMatchObject({ ok: false, meta: { recorded: false } });
    const unknown = await callTool({
      tool: 'none',
      trail: { append: () => never },
      timeoutMs: 1,
      ...watch().options,
    });
    expect(unknown).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' }, meta: { recorded: false } });
  });

  test.each([
    ['fails', down],
    ['does not settle', hanging('willAudit')],
  ])('that %s: where it is required, the call fails and says what the tool may have done', async (_, hook) => {
    const call = (sideEffects: 'writes' | 'read_only') =>
      callTool({
        tool: toolThat(() => 1, policy(sideEffects)),
        hooks: [hook],
        auditMode: 'required',
        timeoutMs: 1,
        ...watch().options,
      });
    expect(await call('writes')).toMatchObject({
      ok: false,
      error: {
        type: 'INTERNAL',
        retryable: false,
        partialSideEffects: true,
        details: { code: 'CALL_NOT_RECORDED' },
      },
      meta: { recorded: false },
    });
    expect(await call('read_only')).toMatchObject({ error: { partialSideEffects: false } });
  });

  test('leaves other answers without a word about it', async () => {
    const answer = await callTool({ tool: toolThat(() => 1), hooks: [{ willAudit: settle }] });
    expect(answer.meta).not.toHaveProperty('recorded');
  });
});

import { invokeTool, isControl, stageTable } from '@helve/core';
import type { Outcome, ToolHook, ToolHookStage, ToolInvokeContext } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock, settle, toolThat, watch } from '../../../../test/engine-kit.js';
import {
  LiteralLife,
  wraps,
  type Act,
  type HookSketch,
  type Life,
  type LifeSketch,
} from '../../../../test/literal-life.js';

const stages = stageTable.map(({ stage }) => stage).filter((stage) => stage !== 'aroundExecute');

/** Tame lives reach their end, wild ones do not get far. */
function acts(tameness: number, ...others: Act['does'][]): fc.Arbitrary<Act> {
  const does = fc.oneof(
    { arbitrary: fc.constant<Act['does']>('ok'), weight: tameness },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );
  return fc.record({ does, waits: fc.constantFrom<Act['waits'][]>(0, 1, 2) });
}

const ends = ['throw', 'respond', 'abort', 'retryAfter', 'cancel'] as const;

function hooks(tameness: number, prefix: string): fc.Arbitrary<HookSketch[]> {
  const hook = fc.record({
    priority: fc.constantFrom(-1, 0, 0, 0.5, 7),
    filter: fc.constantFrom<HookSketch['filter'][]>(
      'none',
      'none',
      'none',
      'yes',
      'no',
      ...(tameness < 9 ? (['throws'] as const) : []),
    ),
    acts: fc
      .dictionary(fc.constantFrom(...stages), acts(tameness, ...ends, 'mark'), { maxKeys: 32 })
      .map(atOnceWhereAcquired),
    wrap: fc.option(fc.constantFrom(...wraps), { nil: undefined }),
  });
  return fc
    .array(hook, { maxLength: 3 })
    .map((all) => all.map((one, index) => ({ name: `${prefix}${index}`, ...one })));
}

/** An acquire that a cancel finds waiting is released at once, whatever else goes on: there is no one order to expect. */
function atOnceWhereAcquired(all: HookSketch['acts']): HookSketch['acts'] {
  const isAcquire = (stage: string) => stage.startsWith('willAcquire');
  return Object.fromEntries(
    Object.entries(all).map(([stage, act]) => [stage, isAcquire(stage) ? { ...act, waits: 0 } : act]),
  );
}

const sketches: fc.Arbitrary<LifeSketch> = fc.constantFrom(3, 9, 60, 500).chain((tameness) =>
  fc.record({
    global: hooks(tameness, 'g'),
    ofTool: hooks(tameness, 't'),
    body: fc.array(acts(Math.min(tameness, 9), ...ends), { minLength: 1, maxLength: 3 }),
    auditRequired: fc.boolean(),
  }),
);

/** Counts, taken while a call runs, that must balance. */
interface Ledger {
  readonly held: Map<string, number>;
  finalized: number;
}

function perform(ctx: ToolInvokeContext, { does, waits }: Act, label: string, cancel: () => void): unknown {
  const now = () => {
    if (does === 'throw') throw new Error(label);
    if (does === 'respond') ctx.respond(label);
    if (does === 'abort') ctx.abort(label);
    if (does === 'retryAfter') ctx.retryAfter(1, label);
    if (does === 'mark') ctx.markCacheHit();
    if (does === 'cancel') cancel();
  };
  return waits === 0 ? now() : (waits === 1 ? Promise.resolve() : settle()).then(now);
}

async function wrap(
  kind: HookSketch['wrap'],
  label: string,
  ctx: ToolInvokeContext,
  inner: () => Promise<unknown>,
): Promise<unknown> {
  if (kind === 'forget') return void (await inner());
  if (kind === 'skip') return label;
  if (kind === 'retry') return inner().catch(() => inner());
  if (kind === 'twice') return inner().then(() => inner());
  if (kind === 'swallow') return inner().catch(() => label);
  if (kind === 'map') return inner().catch(() => Promise.reject(new Error(label)));
  if (kind === 'throw') throw new Error(label);
  if (kind === 'respond') ctx.respond(label);
  if (kind === 'abort') ctx.abort(label);
  return inner();
}

function toHook(sketch: HookSketch, ledger: Ledger, cancel: () => void): ToolHook {
  const { name, priority, filter } = sketch;
  const book = (stage: ToolHookStage) => {
    const what = stage.replace(/^(willAcquire|didRelease)/, '');
    if (what === stage || sketch.acts[`willAcquire${what}` as ToolHookStage] === undefined) return;
    const key = `${name} ${what}`;
    ledger.held.set(key, (ledger.held.get(key) ?? 0) + (stage.startsWith('will') ? 1 : -1));
  };
  const methods = Object.entries(sketch.acts).map(([stage, how]) => {
    const method = (ctx: ToolInvokeContext) => {
      if (stage.startsWith('didRelease')) book(stage as ToolHookStage);
      const done = perform(ctx, how, `${name} ${stage}`, cancel);
      const hasRelease = sketch.acts[stage.replace('willAcquire', 'didRelease') as ToolHookStage] !== undefined;
      if (stage.startsWith('willAcquire') && hasRelease) book(stage as ToolHookStage);
      return done;
    };
    return [stage, method];
  });
  const filters = {
    none: undefined,
    yes: () => true,
    no: () => Promise.resolve(false),
    throws: () => Promise.reject(new Error(`${name} filter`)),
  };
  return {
    name,
    priority: () => priority,
    ...Object.fromEntries(methods),
    ...(filter === 'none' ? {} : { filter: filters[filter] }),
    ...(sketch.wrap === undefined
      ? {}
      : { aroundExecute: (ctx, next) => wrap(sketch.wrap, `${name} aroundExecute`, ctx, next) }),
  } as ToolHook;
}

/** Runs the sketch through the engine. */
async function liveForReal(sketch: LifeSketch): Promise<Life & { readonly ledger: Ledger }> {
  const ledger: Ledger = { held: new Map(), finalized: 0 };
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const { steps, options } = watch();
  let context: ToolInvokeContext | undefined;
  const spy: ToolHook = {
    name: 'spy',
    willFinalizeInvoke(ctx) {
      context = ctx;
      ledger.finalized += 1;
    },
  };
  const make = (one: HookSketch) => toHook(one, ledger, cancel);
  const execute = async (ctx: ToolInvokeContext, how: Act) => {
    await perform(ctx, how, `execute ${ctx.attempt}`, cancel);
    return `execute ${ctx.attempt}`;
  };
  const tool = toolThat(
    (_input, ctx) => {
      const how = sketch.body[(ctx.attempt - 1) % sketch.body.length] as Act;
      if (how.waits > 0) return execute(ctx, how);
      perform(ctx, how, `execute ${ctx.attempt}`, cancel);
      return `execute ${ctx.attempt}`;
    },
    { hooks: [...sketch.ofTool.map(make), spy] },
  );
  const call = invokeTool({
    tool,
    hooks: sketch.global.map(make),
    signal: controller.signal,
    clock: manualClock(),
    auditMode: sketch.auditRequired ? 'required' : 'isolated',
    ...options,
  });
  const result = await call.then(
    (value) => `= ${String(value)}`,
    (thrown: unknown) => `! ${nameOf(thrown)}`,
  );
  return { trace: [...steps], outcome: outcomeText(context?.outcome), result, ledger };
}

function nameOf(thrown: unknown): string {
  if (isControl(thrown)) return thrown.kind === 'respond' ? 'a signal that got out' : String(thrown.reason);
  const { message, code } = thrown as Error & { readonly code?: string };
  return code === 'CALL_CANCELLED' ? 'cancel' : message;
}

function outcomeText(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'responded') return `responded ${outcome.stage} ${outcome.cacheHit}`;
  return outcome?.kind === 'success' && outcome.recovered === true ? 'success recovered' : String(outcome?.kind);
}

const runs = { numRuns: 1_000 };
const spySketch: HookSketch = {
  name: 'spy',
  priority: 0,
  filter: 'none',
  wrap: undefined,
  acts: { willFinalizeInvoke: { does: 'ok', waits: 0 } },
};

describe('any life of a call', () => {
  test('gives the trace, the outcome and the result of a literal reading of the lifecycle', async () => {
    await fc.assert(
      fc.asyncProperty(sketches, async (sketch) => {
        const literal = new LiteralLife({ ...sketch, ofTool: [...sketch.ofTool, spySketch] }).live();
        const { ledger: _ledger, ...real } = await liveForReal(sketch);
        expect(real).toEqual(literal);
      }),
      runs,
    );
  });

  test('gives back per hook what it took, has one last word and lets no rejection go unheard', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    try {
      await fc.assert(
        fc.asyncProperty(sketches, async (sketch) => {
          const { ledger } = await liveForReal(sketch);
          expect([...ledger.held.values()].every((count) => count === 0)).toBe(true);
          expect(ledger.finalized).toBe(1);
        }),
        runs,
      );
      await settle();
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
    }
  });

  test('ends in the first decisive event that the table honours', async () => {
    const rows = new Map<string, (typeof stageTable)[number]>(stageTable.map((row) => [row.stage, row]));
    const always = stages.filter((stage) => !['didCacheHit', 'onRetry', 'onGiveUp', 'onError'].includes(stage));
    const event = fc.record({
      stage: fc.constantFrom(...always),
      does: fc.constantFrom('throw', 'respond', 'abort', 'retryAfter'),
    });
    const kinds = { throw: 'failed', abort: 'aborted', retryAfter: 'retryAfter', respond: 'responded' };
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(event, { selector: ({ stage }) => stage, maxLength: 6 }), async (events) => {
        const global = events.map(({ stage, does }, index): HookSketch => ({
          ...spySketch,
          name: `h${index}`,
          acts: { [stage]: { does, waits: 0 } },
        }));
        const { outcome } = await liveForReal({
          global,
          ofTool: [],
          body: [{ does: 'ok', waits: 0 }],
          auditRequired: false,
        });
        const honoured = events
          .map(({ stage, does }) => ({ stage, does, row: rows.get(stage) }))
          .map(({ stage, does, row }) => ({
            stage,
            does,
            effect: does === 'respond' ? row?.respond : does === 'throw' ? row?.unknown : row?.refuse,
          }))
          .filter(({ effect }) => effect === 'post' || effect === 'fail')
          .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
        const [first] = honoured;
        // An answer still has to get through the output gates.
        const shaping = honoured.find(({ stage }) => stages.indexOf(stage) > stages.indexOf('willWriteCache'));
        const decisive = first?.does === 'respond' ? (shaping ?? first) : first;
        expect(outcome.split(' ')[0]).toBe(decisive === undefined ? 'success' : kinds[decisive.does]);
      }),
      { numRuns: 500 },
    );
  });

  test('runs did in the mirror of will, whatever the priorities', async () => {
    const priorities = fc.array(fc.constantFrom(-1, 0, 0.5, 7), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(priorities, fc.nat(8), async (all, cut) => {
        const silent = { does: 'ok', waits: 0 } as const;
        const pairs = [
          ['willAcquireQuota', 'didReleaseQuota'],
          ['willAcquireSemaphore', 'didReleaseSemaphore'],
          ['willExecute', 'didExecute'],
          ['willAudit', 'didAudit'],
        ] as const;
        const hooksOf = all.map((priority, index): HookSketch => ({
          ...spySketch,
          name: `h${index}`,
          priority,
          acts: Object.fromEntries(pairs.flat().map((stage) => [stage, silent])),
        }));
        const { trace } = await liveForReal({
          global: hooksOf.slice(0, cut),
          ofTool: hooksOf.slice(cut),
          body: [silent],
          auditRequired: false,
        });
        const ranIn = (stage: string) =>
          trace.filter((step) => step.startsWith(`${stage} `)).map((step) => step.split(' ')[1]);
        for (const [will, did] of pairs) expect(ranIn(did)).toEqual(ranIn(will).toReversed());
      }),
      { numRuns: 100 },
    );
  });
});

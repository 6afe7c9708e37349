import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { invokeTool, ProviderRegistry, token } from '@helve/core';
import type { InvokeOptions, ToolHook, ToolInvokeContext } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { settle, toolThat } from '../../../../test/engine-kit.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const Basket = token<string[]>('basket');
const Mine = token<object>('mine');

/** Writes down who it serves wherever one can, and finds only itself there later. */
class Tenant implements ToolHook {
  static mixed = 0;
  static made = 0;
  readonly name = 'tenant';
  #serves: ToolInvokeContext | undefined;

  constructor() {
    Tenant.made += 1;
  }

  willCreateInvokeContext(ctx: ToolInvokeContext): void {
    this.#serves = ctx;
    ctx.data.set('request', ctx.requestId);
  }

  willBindProviders(ctx: ToolInvokeContext): void {
    this.#check(ctx, ctx.tryGet(Mine) === undefined);
    ctx.bindProvider(Mine, ctx);
    ctx.get(Basket).push(`${ctx.sessionId} ${ctx.user.id}`);
  }

  async willValidateInput(ctx: ToolInvokeContext): Promise<void> {
    const { n } = ctx.input as { n: number };
    if (n % 3 === 0) await settle();
    ctx.input = { n, by: ctx.requestId };
    this.#check(ctx, true);
  }

  async didExecute(ctx: ToolInvokeContext): Promise<void> {
    const { n } = ctx.rawInput as { n: number };
    if (n % 5 === 0) await settle();
    this.#check(ctx, true);
  }

  willFinalizeInvoke(ctx: ToolInvokeContext): void {
    const basket = ctx.get(Basket);
    const own = `${ctx.sessionId} ${ctx.user.id}`;
    const { n } = ctx.rawInput as { n: number };
    const inputs = ctx.inputHistory.every((value) => (value as { n: number }).n === n) && ctx.inputHistory.length <= 2;
    const outputs =
      ctx.outputHistory.every((value) => String(value).startsWith(`r${n} `)) && ctx.outputHistory.length <= 1;
    this.#check(ctx, inputs && outputs && basket.every((entry) => entry === own));
  }

  #check(ctx: ToolInvokeContext, isTrue: boolean): void {
    const { n } = ctx.rawInput as { n: number };
    const isMine = this.#serves === ctx && ctx.data.get('request') === ctx.requestId && ctx.requestId === `r${n}`;
    if (!isTrue || !isMine || ![undefined, ctx].includes(ctx.tryGet(Mine) as undefined)) Tenant.mixed += 1;
  }
}

/** Bodies of all lengths; every seventh fails, and none looks at its signal. */
const tool = toolThat(
  async (input, ctx) => {
    const { n, by } = input as { n: number; by: string };
    for (let turn = n % 4; turn > 0; turn -= 1) await settle();
    if (n % 7 === 0) throw new Error('every seventh');
    return `${by} ${String(ctx.get(Mine) === ctx)}`;
  },
  { hooks: [Tenant] },
);

/** Slots for so many bodies; the others wait in line. */
function slots(limit: number) {
  const watch = { free: limit };
  const waiting: (() => void)[] = [];
  const hook: ToolHook = {
    async willAcquireSemaphore() {
      if (watch.free > 0) watch.free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    didReleaseSemaphore() {
      const next = waiting.shift();
      if (next === undefined) watch.free += 1;
      else next();
    },
  };
  return { hook, watch, queue: waiting };
}

describe('many calls', () => {
  test('C117 a thousand calls of one tool at once share no context, data, history, hook or request provider', async () => {
    const registry = new ProviderRegistry().registerSessionProviders([[Basket, () => []]]);
    Tenant.mixed = 0;
    Tenant.made = 0;
    const contexts = new Set<unknown>();
    const keeps: ToolHook = { willFinalizeInvoke: (ctx) => void contexts.add(ctx).add(ctx.data) };
    const calls = Array.from({ length: 1_000 }, (_none, n) =>
      invokeTool({ ...callNumber(n + 1, registry), hooks: [keeps] }).then(String, () => 'failed'),
    );
    const answers = await Promise.all(calls);
    expect(Tenant.mixed).toBe(0);
    expect(Tenant.made).toBe(1_000);
    expect(contexts.size).toBe(2_000);
    answers.forEach((answer, n) => expect(answer).toBe((n + 1) % 7 === 0 ? 'failed' : `r${n + 1} true`));
  });

  test('ten thousand interleaved calls of many sessions and users leave nothing behind', async () => {
    let now = 0;
    let open = 0;
    const registry = new ProviderRegistry({ sessionTtlMs: 1_000, now: () => now });
    const makeBasket = () => {
      open += 1;
      return Object.assign([] as string[], { [Symbol.dispose]: () => void (open -= 1) });
    };
    registry.registerSessionProviders([[Basket, makeBasket]]);
    const { hook, watch, queue } = slots(16);
    const counts = { bodies: 0, most: 0, left: 0 };
    const counted = toolThat(
      async (input, ctx) => {
        counts.most = Math.max(counts.most, (counts.bodies += 1));
        try {
          return await tool.execute(input, ctx);
        } finally {
          counts.bodies -= 1;
        }
      },
      { hooks: [Tenant] },
    );
    const seen: WeakRef<object>[] = [];
    const remembers: ToolHook = {
      willFinalizeInvoke: (ctx) => void (Math.random() < 0.01 && seen.push(new WeakRef(ctx))),
    };
    const hooks = [hook, remembers];
    const once = async (n: number): Promise<void> => {
      const controller = new AbortController();
      const call = invokeTool({
        ...callNumber(n, registry),
        tool: counted,
        hooks,
        signal: controller.signal,
        graceMs: 0,
        report: () => undefined,
      });
      // Every eleventh caller hangs up while the body runs, and does not wait for it.
      if (n % 11 === 0) void settle().then(() => controller.abort());
      await call.catch(() => (counts.left += 1));
    };
    const wave = async (from: number, size: number) => {
      for (let n = from; n < from + size; n += 250) {
        await Promise.all(Array.from({ length: 250 }, (_none, index) => once(n + index)));
        now += 1;
      }
      // Bodies whose callers have gone still end, and give their slots back.
      while (counts.bodies > 0 || watch.free < 16) await settle();
    };
    Tenant.mixed = 0;
    await wave(1, 2_000);
    const base = heapAfterGarbage();
    await wave(2_001, 10_000);
    expect(Tenant.mixed).toBe(0);
    expect(counts.most).toBeLessThanOrEqual(16);
    expect(counts.left).toBeGreaterThan(1_000);
    expect([watch.free, queue.length]).toEqual([16, 0]);

    // The sessions end with time, and close what they held.
    now += 2_000;
    await invokeTool({ tool: toolThat(() => 1), registry, sessionId: 'last', user: { id: 'last' } });
    await settle();
    expect(open).toBe(0);
    const grown = heapAfterGarbage() - base;
    expect(grown).toBeLessThan(3_000_000);
    await settle();
    collectGarbage();
    expect(seen.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(seen.length / 10);
  });
});

/** Two users with one session id have a session each. */
function callNumber(n: number, registry: ProviderRegistry): InvokeOptions {
  return { tool, rawInput: { n }, requestId: `r${n}`, registry, sessionId: `s${n % 97}`, user: { id: `u${n % 13}` } };
}

function heapAfterGarbage(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

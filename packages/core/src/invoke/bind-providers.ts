import { isPlainObject } from '../contract/json.js';
import type { Token } from '../contract/token.js';
import { badOption } from './call-errors.js';
import { noteCallInfo } from './call-info.js';
import { keepHooks } from './filter-hooks.js';
import type { PlannedHook } from './hook-plan.js';
import type { Invocation } from './invocation.js';
import { resultOf, traceEnd, traceStart } from './trace.js';
import { assertWanted, whileWanted } from './while-wanted.js';
import { isThenable } from './thenable.js';

const stage = 'willBindProviders';

/** Lets hooks bind what later hooks and the tool resolve; what one returns is bound to the request after it. */
export function runBindProviders(inv: Invocation): Promise<void> | undefined {
  const planned = inv.plan.stages[stage];
  if (planned === undefined) return undefined;
  assertWanted(inv);
  const kept = keepHooks(inv, stage, planned);
  return kept instanceof Promise ? kept.then((hooks) => bindAll(inv, hooks, 0)) : bindAll(inv, kept, 0);
}

/** The synchronous way, as far as it goes. */
function bindAll(inv: Invocation, hooks: readonly PlannedHook[], from: number): Promise<void> | undefined {
  for (let index = from; index < hooks.length; index += 1) {
    const hook = hooks[index];
    if (hook === undefined) break;
    inv.step = stage;
    inv.hook = hook.name;
    const startMs = traceStart(inv);
    try {
      const returned: unknown = inv.hooks[hook.slot]?.willBindProviders?.(inv.ctx);
      if (isThenable(returned)) return finishBinding(inv, hooks, index, returned, startMs);
      bindReturned(inv, hook, returned, startMs);
    } catch (thrown) {
      throw leave(inv, hook, thrown, startMs);
    }
    assertWanted(inv);
  }
  return undefined;
}

/** From the first promise on. */
async function finishBinding(
  inv: Invocation,
  hooks: readonly PlannedHook[],
  index: number,
  pending: PromiseLike<unknown>,
  startMs: number,
): Promise<void> {
  const hook = hooks[index];
  if (hook === undefined) return;
  try {
    bindReturned(inv, hook, await whileWanted(inv, pending, { stage, hook: hook.name }), startMs);
  } catch (thrown) {
    throw leave(inv, hook, thrown, startMs);
  }
  await bindAll(inv, hooks, index + 1);
}

function bindReturned(inv: Invocation, hook: PlannedHook, returned: unknown, startMs: number): void {
  if (returned) inv.ctx.bindProviders(pairsOf(returned, inv.tool.id, hook.name));
  traceEnd(inv, stage, hook.name, startMs, 'ok');
}

function leave(inv: Invocation, hook: PlannedHook, thrown: unknown, startMs: number): unknown {
  noteCallInfo(inv, thrown, stage, hook.name);
  traceEnd(inv, stage, hook.name, startMs, resultOf(thrown));
  return thrown;
}

function pairsOf(returned: unknown, toolId: string, hook: string): [Token, unknown][] {
  if (returned instanceof Map) return [...returned];
  if (Array.isArray(returned) && returned.every((pair) => Array.isArray(pair) && pair.length === 2)) return returned;
  if (isPlainObject(returned)) return Reflect.ownKeys(returned).map((key) => [key, Reflect.get(returned, key)]);
  throw badOption(
    toolId,
    `hook "${hook}" returned something from willBindProviders that is no Map, list of pairs or object`,
  );
}

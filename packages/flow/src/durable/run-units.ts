import { isToolError, type Json, type JsonObject } from '@helve/core';
import { aDuration, aFunction, anObject, aPort, aText, required, type OptionChecks } from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { Claim, Engine } from '../contract/engine.js';
import type { FlowClock } from '../contract/tool.js';
import { signalKey } from './job-state.js';
import { HEARTBEAT_MS, LEASE_MS, stepKey } from './step-key.js';

/** Context of the work on one unit. */
export interface UnitContext {
  readonly claim: Claim;
  /** Aborted when the claim is lost. */
  readonly signal: AbortSignal;
  /** Does a step once: what an earlier attempt has recorded is not done again. `key` goes along with every effect. */
  step(node: string, input: Json, work: (key: string) => Promise<Json>): Promise<Json>;
  /** The value of a signal that came, or undefined. */
  signalled(name: string): Json | undefined;
}

/** The end of the work on one unit: an output, or a signal to wait for. */
export type UnitEnd = { readonly output: Json } | { readonly waitFor: string };

export interface RunUnitsOptions {
  readonly worker: string;
  readonly plan: string;
  readonly clock: FlowClock;
  readonly signal?: AbortSignal;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  run(ctx: UnitContext): Promise<UnitEnd>;
  /** True when a unit that threw is worth another attempt. */
  retries?(error: unknown, claim: Claim): boolean;
}

const checks: OptionChecks<RunUnitsOptions> = {
  worker: required(aText),
  plan: required(aText),
  clock: required(aPort('now', 'sleep')),
  signal: anObject,
  leaseMs: aDuration,
  heartbeatMs: aDuration,
  run: required(aFunction),
  retries: aFunction,
};

/** Works on units until there is none to claim; returns how many it ended. */
export async function runUnits(engine: Engine, options: RunUnitsOptions): Promise<number> {
  checkFlowOptions('run units', options, checks);
  let ended = 0;
  while (options.signal?.aborted !== true) {
    const claim = await engine.claim(options.worker, options.leaseMs ?? LEASE_MS);
    if (claim === undefined) return ended;
    await runUnit(engine, claim, options);
    ended += 1;
  }
  return ended;
}

async function runUnit(engine: Engine, claim: Claim, options: RunUnitsOptions): Promise<void> {
  const lost = new AbortController();
  const stop = new AbortController();
  const beating = keepAlive(engine, claim, options, lost, stop.signal);
  try {
    const end = await options.run(unitContext(engine, claim, options.plan, lost.signal));
    if (lost.signal.aborted) return;
    await engine.journal(
      claim,
      'output' in end ? { kind: 'done', output: end.output } : { kind: 'wait', signal: end.waitFor },
    );
  } catch (error) {
    if (!lost.signal.aborted) await reportFailure(engine, claim, options, error);
  } finally {
    stop.abort();
    await beating;
  }
}

async function reportFailure(engine: Engine, claim: Claim, options: RunUnitsOptions, error: unknown): Promise<void> {
  if (!(await engine.heartbeat(claim))) return;
  const retry = options.retries?.(error, claim) ?? false;
  await engine.journal(claim, { kind: 'failed', error: errorFacts(error), retry });
}

async function keepAlive(
  engine: Engine,
  claim: Claim,
  { clock, heartbeatMs = HEARTBEAT_MS }: RunUnitsOptions,
  lost: AbortController,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(heartbeatMs, stop).catch(() => undefined);
    if (stop.aborted) return;
    if (!(await engine.heartbeat(claim).catch(() => false))) return lost.abort();
  }
}

function unitContext(engine: Engine, claim: Claim, plan: string, signal: AbortSignal): UnitContext {
  const { job, unit } = claim;
  return {
    claim,
    signal,
    async step(node, input, work) {
      const key = stepKey({ job, plan, unit: unit.id, node, input });
      const known = claim.done[key];
      if (known !== undefined) return known;
      const output = await work(key);
      await engine.journal(claim, { kind: 'step', key, output });
      return output;
    },
    signalled: (name) => claim.done[signalKey(name)],
  };
}

function errorFacts(error: unknown): JsonObject {
  if (!isToolError(error)) return { message: error instanceof Error ? error.message : String(error) };
  return { message: error.message, type: error.type, ...(error.code === undefined ? {} : { code: error.code }) };
}

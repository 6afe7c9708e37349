import { type ErrorType, isControl, isToolError, RecentMap, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aCount, aDuration, check } from '@helve/core/options';
import { aCallKey, createCallKey, type CallKey } from '../caller-key.js';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';
import { Circuit, type CircuitResult } from './circuit.js';

export interface BreakerOptions {
  /** Scope that fails together. Default: `tool`. */
  readonly by?: CallKey;
  /** Share of failures that opens it. Default: 0.5. */
  readonly failureRate?: number;
  /** Number of latest calls that are judged, and the minimum to judge. Default: 10. */
  readonly minCalls?: number;
  /** Time without any calls before one is tried. Default: 30 s. */
  readonly openMs?: number;
}

const checks = {
  by: aCallKey,
  failureRate: check('a number above 0, up to 1', (value) => typeof value === 'number' && value > 0 && value <= 1),
  minCalls: aCount,
  openMs: aDuration,
};

const counted: ReadonlySet<ErrorType> = new Set<ErrorType>(['TRANSIENT', 'TIMEOUT', 'INTERNAL']);
const maxKeys = 10_000;

/** Protects a failing dependency: while the breaker is open, calls are refused at once; then one is tried. */
export function breaker(options: BreakerOptions = {}): ToolHook {
  const {
    by = 'tool',
    failureRate = 0.5,
    minCalls = 10,
    openMs = 30_000,
  } = checkHookOptions('breaker', options, checks);
  const circuits = new RecentMap<string, Circuit>(maxKeys);
  const keyOf = createCallKey(['breaker'], by);
  const makeCircuit = () => new Circuit({ failureRate, minCalls, openMs });
  return {
    name: 'breaker',
    priority: () => priorities.breaker,
    async aroundExecute(ctx, next) {
      const circuit = circuits.use(keyOf(ctx), makeCircuit);
      const pass = circuit.enter(ctx.now());
      if (!pass.ok)
        throw governErrors.create('GOVERN_CIRCUIT_OPEN', { tool: ctx.toolId }, { retryAfterMs: pass.waitMs });
      try {
        const output = await next();
        pass.settle('success', ctx.now());
        return output;
      } catch (thrown) {
        pass.settle(resultOf(thrown, ctx), ctx.now());
        throw thrown;
      }
    },
  };
}

/** Judges the end of a call: a refusal or a wrong argument still is an answer; a cancelled call decides nothing. */
function resultOf(thrown: unknown, ctx: ToolInvokeContext): CircuitResult {
  if (isControl(thrown)) return 'success';
  if (!isToolError(thrown)) return isAbort(thrown, ctx) ? 'unknown' : 'failure';
  if (thrown.type === 'CANCELLED') return 'unknown';
  return counted.has(thrown.type) ? 'failure' : 'success';
}

function isAbort(thrown: unknown, { signal }: ToolInvokeContext): boolean {
  return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError'));
}

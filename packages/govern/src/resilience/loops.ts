import { canonicalJson, ownerOf, RecentMap, sha256, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aCount } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';

export interface LoopsOptions {
  /** Number of the equal call in a turn that is refused. Default: 3. */
  readonly identical?: number;
  /** Number of consecutive empty results after which a tool is refused for the rest of the turn. Default: 2. */
  readonly empty?: number;
}

/** Counts of one turn. */
class Turn {
  /** Equal calls, by their fingerprint. */
  readonly calls = new Map<string, number>();
  /** Consecutive empty results, by tool; there are none in most turns. */
  empties: Map<string, number> | undefined = undefined;
}

const maxTurns = 10_000;
const maxTextChars = 256;

/** Stops a model that goes round in circles: equal calls again and again, or calls that keep finding nothing. */
export function loops(options: LoopsOptions = {}): ToolHook {
  const { identical = 3, empty = 2 } = checkHookOptions('loops', options, { identical: aCount, empty: aCount });
  const turns = new RecentMap<string, Turn>(maxTurns);
  const inTurn = Symbol('turn');
  const newTurn = () => new Turn();
  // A call that was answered before it came to the quota is in the turn all the same.
  const turnOf = (ctx: ToolInvokeContext) =>
    (ctx.data.get(inTurn) as Turn | undefined) ?? turns.use(keyOf(ctx), newTurn);
  return {
    name: 'loops',
    priority: () => priorities.loops,
    willAcquireQuota(ctx) {
      if (!isOfModel(ctx)) return;
      const turn = turns.use(keyOf(ctx), newTurn);
      ctx.data.set(inTurn, turn);
      const { calls, empties } = turn;
      const tool = ctx.toolId;
      const blanks = empties?.get(tool) ?? 0;
      if (blanks >= empty) throw governErrors.create('GOVERN_LOOP_EMPTY', { tool, count: blanks });
      const call = fingerprint(ctx);
      if (call === undefined) return;
      const count = (calls.get(call) ?? 0) + 1;
      calls.set(call, count);
      if (count >= identical) throw governErrors.create('GOVERN_LOOP_IDENTICAL', { tool, count });
    },
    onMetrics(ctx) {
      const { kind } = ctx.outcome;
      if (kind !== 'success' && kind !== 'responded') return;
      if (!isOfModel(ctx)) return;
      const turn = turnOf(ctx);
      if (isEmpty(ctx.output)) (turn.empties ??= new Map()).set(ctx.toolId, (turn.empties?.get(ctx.toolId) ?? 0) + 1);
      else turn.empties?.delete(ctx.toolId);
    },
  };
}

/** True for calls of a model itself: not without a turn, nor for calls that a tool makes, or a program, which may repeat itself. */
function isOfModel({ call, parent }: ToolInvokeContext): boolean {
  return call.turnId !== undefined && parent === undefined && call.byProgram !== true;
}

/** Names a turn. The lengths say where each part ends, so that no crafted id can name the turn of another. */
function keyOf({ user, sessionId, call: { turnId = '' } }: ToolInvokeContext): string {
  const owner = ownerOf(user);
  return sessionId === undefined
    ? `${owner.length} ${owner}${turnId}`
    : `${owner.length}.${sessionId.length} ${owner}${sessionId}${turnId}`;
}

/** Returns a text for comparing arguments, a digest where they are long; undefined without a canonical form. */
function fingerprint(ctx: ToolInvokeContext): string | undefined {
  try {
    const text = canonicalJson([ctx.toolId, ctx.rawInput ?? {}]);
    return text.length <= maxTextChars ? text : sha256(text);
  } catch {
    return undefined;
  }
}

/** True for an output that gives a model nothing to go on with. */
function isEmpty(output: unknown): boolean {
  if (output === null || output === undefined) return true;
  if (typeof output === 'string') return output.trim() === '';
  if (Array.isArray(output)) return output.length === 0;
  if (typeof output !== 'object') return false;
  const { results } = output as { readonly results?: unknown };
  return Object.keys(output).length === 0 || (Array.isArray(results) && results.length === 0);
}

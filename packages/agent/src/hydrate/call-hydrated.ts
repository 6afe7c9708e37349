import {
  callTool,
  deepEqual,
  type ExecutePort,
  type InvokeOptions,
  policyOf,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
  type ToolResponse,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { HydrationResult, Provenance } from '../contract/hydration.js';
import { hydrationStateOf, type HydrationState } from './hydration-state.js';
import { absentTool } from './tool-index.js';

/** Options of a call beside the tool and its arguments. */
export type HydratedRequest = Omit<Partial<InvokeOptions>, 'tool' | 'rawInput'>;

/** A function that runs calls: `callTool`, or that of a caller. */
export type CallFunction = (options: InvokeOptions) => Promise<ToolResponse>;

/**
 * Calls a hydrated tool; the call runs that very instance. One that did not hydrate takes the same path and fails at
 * `willParseInput`: policy comes before validation, and every call leaves its record.
 */
export function callHydrated(
  result: HydrationResult,
  request?: HydratedRequest,
  call: CallFunction = callTool,
): Promise<ToolResponse> {
  const state = hydrationStateOf(result) ?? foreign(result);
  const { provenance } = result;
  const isPlain = state.problem === undefined && provenance.repaired !== true;
  if (!isPlain) notes.set(provenance, { problem: state.problem, repaired: provenance.repaired === true });
  const tool = isPlain ? state.record : markedTwin(state.record, isRepairedWrite(result, state.record));
  const options = toCallOptions(request, tool, state.args, provenance);
  // A call rejects unknown arguments by default.
  if (state.unknownArgs !== 'reject') options.unknownArgs ??= state.unknownArgs;
  if (state.target !== undefined) {
    const isUntouched = call === callTool && !mayChangeInput(tool, request);
    options.execute = instancePort(result, state, options, isUntouched);
  }
  return state.isAbsent ? call(options).then(withoutVersion) : call(options);
}

function toCallOptions(
  request: HydratedRequest | undefined,
  tool: ToolRecord,
  rawInput: unknown,
  provenance: Provenance,
): Mutable<InvokeOptions> {
  // Assigned, not spread: a spread that other members follow takes longer than a whole call.
  const call = request?.call === undefined ? { provenance } : Object.assign({}, request.call, { provenance });
  const own = { tool, rawInput, call };
  return request === undefined ? own : Object.assign({}, request, own);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Removes the version: a tool that does not exist has none. */
function withoutVersion(response: ToolResponse): ToolResponse {
  return Object.freeze({ ...response, meta: Object.freeze({ ...response.meta, toolVersion: null }) });
}

interface Note {
  readonly problem: HydrationState['problem'];
  readonly repaired: boolean;
}

// Notes by the provenance of a call, which its context carries.
const notes = new WeakMap<object, Note>();

const hydrationHook: ToolHook = Object.freeze({
  name: 'hydration',
  /** Before other hooks look at arguments that may be none at all. */
  priority: () => Number.MAX_SAFE_INTEGER,
  willCreateInvokeContext(ctx: ToolInvokeContext) {
    if (findNote(ctx)?.repaired === true) ctx.setMeta('repaired', true);
  },
  willParseInput(ctx: ToolInvokeContext) {
    const problem = findNote(ctx)?.problem;
    if (problem !== undefined) throw problem();
  },
});

function findNote({ call, parent }: ToolInvokeContext): Note | undefined {
  const { provenance } = call;
  // Nested calls carry the same provenance.
  return parent === undefined && typeof provenance === 'object' && provenance !== null
    ? notes.get(provenance)
    : undefined;
}

const twins = new WeakMap<ToolRecord, ToolRecord>();
const askingTwins = new WeakMap<ToolRecord, ToolRecord>();

/**
 * Adds the hook of calls that failed or were repaired to a record: once, so that its plan is compiled once. A write
 * with repaired arguments needs a person.
 */
function markedTwin(record: ToolRecord, asks: boolean): ToolRecord {
  const made = asks ? askingTwins : twins;
  const known = made.get(record);
  if (known !== undefined) return known;
  const hooks = Object.freeze([...(record.hooks ?? []), hydrationHook]);
  const twin: ToolRecord = Object.freeze({ ...record, hooks, ...(asks ? { needsApproval: () => true } : {}) });
  made.set(record, twin);
  return twin;
}

function isRepairedWrite({ untrusted }: HydrationResult, record: ToolRecord): boolean {
  return untrusted === true && policyOf(record).sideEffects === 'writes';
}

/** True when a hook could replace the arguments that the instance was made with. */
function mayChangeInput({ hooks, hooksByStage }: ToolRecord, request: HydratedRequest | undefined): boolean {
  if ((hooks !== undefined && hooks.length > 0) || request?.globalHooksByStage !== undefined) return true;
  if (request?.hooks !== undefined && request.hooks.length > 0) return true;
  for (const _ in hooksByStage) return true;
  return false;
}

/** Runs the hydrated instance, once, and only on the input it was made with; everything else runs as usual. */
function instancePort(
  { tool: instance }: HydrationResult,
  { input: made }: HydrationState,
  { tool: called, execute: elsewhere }: InvokeOptions,
  isUntouched: boolean,
): ExecutePort {
  let waiting = instance;
  return {
    execute(tool, input, ctx) {
      const prepared = tool === called && ctx.parent === undefined ? waiting : undefined;
      if (prepared !== undefined && (isUntouched || deepEqual(input, made))) {
        waiting = undefined;
        return prepared.run(made, ctx);
      }
      return elsewhere === undefined ? tool.execute(input, ctx) : elsewhere.execute(tool, input, ctx);
    },
  };
}

/** State of a result that was copied, and so cannot be called. */
function foreign({ provenance }: HydrationResult): HydrationState {
  const record = absentTool(provenance.toolId ?? 'unknown');
  const problem = () => agentErrors.create('AGENT_HYDRATION_FOREIGN', { tool: record.id });
  return { record, target: undefined, args: {}, input: {}, unknownArgs: 'reject', problem, isAbsent: true };
}

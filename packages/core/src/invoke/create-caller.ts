import type { CallJob, CallJobFacts, CallJobs } from '../contract/call-jobs.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord, ToolResult } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { badOption } from '../errors/call-errors.js';
import { sealStages } from '../registry/seal-tool.js';
import type { RegistrySnapshot } from '../registry/tool-registry.js';
import { callInBackground, type Background } from './call-in-background.js';
import { callMerged, invokeMerged } from './invoke-tool.js';
import { assertInvokeOptions, type CallerRule, type InvokeOptions } from './invoke-options.js';
import { hasHookClasses, planCall } from './plan/tool-plan.js';

/** Options of one call of a caller: all but those that hold for every call. */
export type CallerOptions = Omit<Partial<InvokeOptions>, CallerRule>;

/** Calls the tools of one registry under one set of rules. */
export interface Caller {
  readonly tools: RegistrySnapshot;
  invokeTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
    options: CallerOptions & { readonly tool: ToolRecord<In, Out> },
  ): Promise<ToolResult<Out>>;
  invokeTool(options: CallerOptions): Promise<unknown>;
  callTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
    options: CallerOptions & { readonly tool: ToolRecord<In, Out> },
  ): Promise<ToolResponse<ToolResult<Out>>>;
  /** Goes on with the call when nobody waits: the answer is its job, or that of the call if it was over in time. */
  callTool(options: CallerOptions & { readonly background: Background }): Promise<ToolResponse<CallJobFacts>>;
  callTool(options: CallerOptions): Promise<ToolResponse>;
  /** `callTool` by id. */
  executeTool(id: string, options?: CallerOptions): Promise<ToolResponse>;
  /** A call that was handed over, by the id of its job. */
  job(id: string): CallJob;
}

/** Options that hold for all calls of a caller. */
export interface CallerDefaults extends Partial<InvokeOptions> {
  readonly tools: RegistrySnapshot;
  /** Goes on with calls that nobody waits for. */
  readonly jobs?: CallJobs | undefined;
}

/**
 * Compiles the plan of every tool now, so that what is wrong shows before the first call, and none pays for it. Hooks that
 * are classes are made at the call, and with them the plans they are part of.
 */
export function createCaller({ jobs, ...defaults }: CallerDefaults): Caller {
  const rules = sealRules(defaults);
  const fixed = Object.freeze({ ...defaults, ...rules });
  assertInvokeOptions(fixed, 'any tool');
  for (const tool of rules.tools.list()) if (!hasHookClasses(tool, fixed)) planCall(tool, fixed);
  const merge = (options: CallerOptions, id?: string) =>
    isObject(options) ? mergeOptions(fixed, options, id) : options;
  return Object.freeze({
    tools: rules.tools,
    invokeTool: (options: CallerOptions): Promise<never> => invokeMerged(merge(options), options) as Promise<never>,
    callTool: (options: CallerOptions & { readonly background?: Background }): Promise<ToolResponse<never>> =>
      (isObject(options) && options.background !== undefined
        ? callInBackground(jobs, { ...options, background: options.background }, (own) => callMerged(merge(own), own))
        : callMerged(merge(options), options)) as Promise<ToolResponse<never>>,
    executeTool: (id: string, options: CallerOptions = {}) => callMerged(merge(options, id), options),
    job: (id: string) => {
      if (jobs === undefined) throw badOption(id, 'this caller has no jobs', 'Give `jobs` to `createCaller`');
      return jobs.job(id);
    },
  });
}

/** Copies of the lists, which nobody else holds. */
function sealRules({
  tools,
  hooks,
  globalHooksByStage,
  registry,
  resolve,
  schemaMode,
  auditMode,
}: Omit<CallerDefaults, 'jobs'>) {
  return Object.freeze({
    tools: snapshotOf(tools),
    hooks: hooks && Object.freeze([...hooks]),
    globalHooksByStage: globalHooksByStage && sealStages(globalHooksByStage),
    registry,
    resolve,
    schemaMode,
    auditMode,
  });
}

function snapshotOf(tools: RegistrySnapshot & { snapshot?(): RegistrySnapshot }): RegistrySnapshot {
  return tools.snapshot?.() ?? tools;
}

/** Whoever calls in plain JavaScript may hand in anything; the call itself says what is wrong with it. */
function isObject(options: unknown): options is object {
  return typeof options === 'object' && options !== null;
}

type Complete = { readonly [K in keyof Required<InvokeOptions>]: InvokeOptions[K] };

/** Merges the options of a call with those of its caller; the call's own come first. One shape for all, which the engine reads quickly. */
function mergeOptions(fixed: Partial<InvokeOptions>, options: CallerOptions, id?: string): Complete {
  return {
    tool: id ?? options.tool ?? fixed.tool ?? 'unknown',
    tools: fixed.tools,
    rawInput: options.rawInput ?? fixed.rawInput,
    sessionId: options.sessionId ?? fixed.sessionId,
    requestId: options.requestId ?? fixed.requestId,
    user: options.user ?? fixed.user,
    registry: fixed.registry,
    resolve: fixed.resolve,
    globalHooksByStage: fixed.globalHooksByStage,
    hooks: fixed.hooks,
    signal: options.signal ?? fixed.signal,
    timeoutMs: options.timeoutMs ?? fixed.timeoutMs,
    idempotencyKey: options.idempotencyKey ?? fixed.idempotencyKey,
    confirmationToken: options.confirmationToken ?? fixed.confirmationToken,
    call: options.call ?? fixed.call,
    onProgress: options.onProgress ?? fixed.onProgress,
    onSay: options.onSay ?? fixed.onSay,
    onAsk: options.onAsk ?? fixed.onAsk,
    onChunk: options.onChunk ?? fixed.onChunk,
    trace: options.trace ?? fixed.trace,
    report: options.report ?? fixed.report,
    clock: options.clock ?? fixed.clock,
    schemaMode: fixed.schemaMode,
    auditMode: fixed.auditMode,
    restoreInput: options.restoreInput ?? fixed.restoreInput,
    graceMs: options.graceMs ?? fixed.graceMs,
    zombieMs: options.zombieMs ?? fixed.zombieMs,
    maxDepth: options.maxDepth ?? fixed.maxDepth,
    execute: options.execute ?? fixed.execute,
    trail: options.trail ?? fixed.trail,
    unknownArgs: options.unknownArgs ?? fixed.unknownArgs,
    intents: options.intents ?? fixed.intents,
    exposeMessages: options.exposeMessages ?? fixed.exposeMessages,
  };
}

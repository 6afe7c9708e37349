import type { CallerRule, InvokeOptions } from './invoke-options.js';

/** What one call of a caller can still be told. */
export type CallerOptions = Omit<Partial<InvokeOptions>, CallerRule>;

type Complete = { readonly [K in keyof Required<InvokeOptions>]: InvokeOptions[K] };

/** What a call says goes before what all of them say, except about the rules. One shape for all, which the engine reads quickly. */
export function mergeOptions(fixed: Partial<InvokeOptions>, options: CallerOptions, id?: string): Complete {
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

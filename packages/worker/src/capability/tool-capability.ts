import type { Json, JsonSchemaObject, MaybePromise, ToolSchema } from '@helve/core';
import { collectCapabilityActions } from '../action/collect-capability-actions.js';
import { dispatchToAction } from '../action/dispatch-to-action.js';
import type { HeartbeatOptions } from '../call/call-progress.js';
import type { Usage } from '../call/call-sink.js';
import type { CancelCallback, Disposer } from '../call/cancel-callbacks.js';
import { CapabilityCalls } from '../call/capability-calls.js';
import { whileDisposable } from '../call/while-disposable.js';
import type { EnvVarSource } from '../env/env-var-spec.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { assertComplete } from './assert-complete.js';
import type { FieldOptionsSource } from './config-option.js';
import { fieldsThatChanged } from './fields-that-changed.js';
import { optionalHook } from './optional-hook.js';
import { releaseTriggers } from './release-triggers.js';

/** The configuration of a capability: JSON by key, spelled as by its author. */
export type Config = { readonly [key: string]: Json };

// Registered, so that a worker can run a capability that was written against another copy of this package.
const mark = Symbol.for('helve.tool-capability');
const callsKey = Symbol.for('helve.capability-calls');

/** The managed half of a tool: identity, lifecycle, configuration, cancellation and reporting. Typed tasks belong to adapters. */
export abstract class ToolCapability {
  /** Schema of the configuration, with reload triggers on its fields. */
  declare static readonly configClass?: ToolSchema;
  /** Environment variables that the worker reads at its start; fixed until it restarts. */
  declare static readonly WORKER_ENV?: readonly EnvVarSource[];

  constructor() {
    assertComplete(new.target);
    Object.defineProperty(this, callsKey, { value: new CapabilityCalls(() => capabilityName(this)) });
  }

  static {
    Object.defineProperty(this.prototype, mark, { value: true });
  }

  /** Accepts capabilities of any copy of this package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ToolCapability) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && mark in value;
  }

  static get supportedActions(): ReadonlySet<string> {
    return collectCapabilityActions(this);
  }

  abstract get name(): string;
  abstract get version(): string;
  /** Merges into the current configuration, initially the defaults, and builds everything derived from it. */
  abstract initialize(config?: Config | null): MaybePromise<void>;
  abstract getConfigSchema(): MaybePromise<JsonSchemaObject>;
  abstract getCurrentConfig(): MaybePromise<Config>;

  /** The single task of a fused tool; other tools use actions and adapters. */
  execute?(...args: unknown[]): unknown;

  /** Loads slow resources before the first call needs them. */
  prefetch(): MaybePromise<void> {}

  cleanup(): MaybePromise<void> {}

  onDisable(): MaybePromise<void> {}

  onEnable(): MaybePromise<void> {}

  /** Returns the values that fields of the configuration currently accept. */
  getConfigOptions(): MaybePromise<Record<string, FieldOptionsSource>> {
    return {};
  }

  async *executeStream(...args: unknown[]): AsyncIterable<unknown> {
    if (typeof this.execute !== 'function') throw noExecute(this);
    yield await this.execute(...args);
  }

  /** Releases the resources that changed fields name, then applies the new configuration. */
  async reconfigure(old: Config | null | undefined, next: Config | null | undefined): Promise<void> {
    const config = next ?? {};
    await this.reconfigureWithTriggers(old, config);
    const apply = optionalHook(this, '_applyConfig');
    await (apply === undefined ? this.initialize(config) : apply(config));
  }

  /** Runs the release hook of each trigger whose field changed; a failing hook does not stop the others. */
  async reconfigureWithTriggers(old: Config | null | undefined, next: Config | null | undefined): Promise<void> {
    const changed = this.fieldsThatChanged(old, next);
    await releaseTriggers(this, changed, (message) => findCalls(this).current.log({ level: 'error', message }));
  }

  fieldsThatChanged(old: Config | null | undefined, next: Config | null | undefined): Set<string> {
    return fieldsThatChanged(old, next);
  }

  /** True when the current call or, outside of one, the instance was cancelled. */
  get _cancelRequested(): boolean {
    return findCalls(this).current.cancelRequested;
  }

  cancel(callId?: string, reason?: string): void {
    findCalls(this).cancel(callId, reason);
  }

  checkCancel(): void {
    findCalls(this).current.checkCancel();
  }

  registerCancelCallback(callback: CancelCallback): Disposer {
    const calls = findCalls(this);
    const { current } = calls;
    return (current.kind === 'boot' ? calls.instance : current).onCancel(callback);
  }

  /** Registers a callback for the duration of a `using` block or of the given function. */
  cancelSignalTo(callback: CancelCallback): Disposable;
  cancelSignalTo<T>(callback: CancelCallback, body: () => MaybePromise<T>): Promise<T>;
  cancelSignalTo<T>(callback: CancelCallback, body?: () => MaybePromise<T>): Disposable | Promise<T> {
    return whileDisposable(this.registerCancelCallback(callback), body);
  }

  reportProgress(progress: number, message?: string): void {
    findCalls(this).current.reportProgress(progress, message);
  }

  reportUsage(usage: Usage, { add = false }: { readonly add?: boolean } = {}): void {
    findCalls(this).current.reportUsage(usage, add);
  }

  /** Reports progress repeatedly during a block that reports none itself. */
  heartbeat(phase: string, options?: HeartbeatOptions): Disposable;
  heartbeat<T>(phase: string, options: HeartbeatOptions | undefined, body: () => MaybePromise<T>): Promise<T>;
  heartbeat<T>(phase: string, options?: HeartbeatOptions, body?: () => MaybePromise<T>): Disposable | Promise<T> {
    return whileDisposable(findCalls(this).current.heartbeat(phase, options), body);
  }

  dispatchToAction(action: string, args?: object): MaybePromise<unknown> {
    return dispatchToAction(this, action, args);
  }
}

/** Returns the calls of a capability, for the code that runs them. */
export function findCalls(capability: ToolCapability): CapabilityCalls {
  const calls: unknown = Reflect.get(capability, callsKey);
  if (calls === undefined) throw new TypeError('Cannot find the calls of this object: it is not a capability');
  return calls as CapabilityCalls;
}

function capabilityName(capability: ToolCapability): string | undefined {
  try {
    return capability.name;
  } catch {
    // An error needs the name while the constructor runs, before the fields behind it exist.
    return undefined;
  }
}

function noExecute(capability: ToolCapability): CapabilityInputError {
  const actions = [...collectCapabilityActions(capability.constructor)].map((name) => `action "${name}"`);
  const tasks = findCalls(capability).adapters.map((name) => `adapter "${name}"`);
  const instead = [...actions, ...tasks].join(', ') || 'it has no actions and no adapters';
  return new CapabilityInputError(`Cannot execute "${capability.name}": it has no such method; use ${instead}`, {
    fieldsInvalid: ['execute'],
    capabilityName: capability.name,
  });
}

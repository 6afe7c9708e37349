import type { NestedCallOptions } from '../contract/context.js';
import type { ToolHook } from '../contract/hook.js';
import type { Intent } from '../contract/intent.js';
import type { Outcome, TraceEvent } from '../contract/outcome.js';
import type { ToolHookStage } from '../contract/stage.js';
import type { Token } from '../contract/token.js';
import type { ToolRecord } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import type { ControlSignal } from '../errors/control.js';
import type { CancelSource } from './cancel-source.js';
import type { Cancellation } from './cancellation.js';
import type { Assignment } from './history.js';
import { InvokeContext } from './invoke-context.js';
import { monotonicNow } from './clock.js';
import { isRequestId, type InvokeOptions } from './invoke-options.js';
import type { PlannedHook } from './life-step.js';
import { nextRequestId } from './request-id.js';
import type { ToolPlan } from './tool-plan.js';
import type { ObservedStep } from './wait-for-observer.js';

/** Where the engine stands: a stage, or one of its own steps. */
export type Step = ToolHookStage | 'execute' | 'inputCheck' | 'outputCheck';

/** The hook that runs at its stage, or the step without a name that the engine takes itself. */
export interface Position {
  readonly stage: Step;
  readonly name: string;
}

/** One run of the body, with the hooks around it. */
export interface Attempt {
  /** How much was asked for before it began. */
  readonly intentsBefore: number;
  /** The wrapper that started it has gone. */
  abandoned: boolean;
  failed: boolean;
}

/** Makes calls within a call; the engine hands it in, since it is the one that calls. */
export interface Nested {
  invoke(from: Invocation, tool: ToolRecord | string, input: unknown): Promise<unknown>;
  answer(
    from: Invocation,
    tool: ToolRecord | string,
    input: unknown,
    options: NestedCallOptions | undefined,
  ): Promise<ToolResponse>;
}

const entrance: Position = Object.freeze({ stage: 'willCreateInvokeContext', name: '' });
const pending: Outcome = Object.freeze({ kind: 'pending' });
const nothing: readonly never[] = Object.freeze([]);

/** Everything the engine knows of one call; the context is what hooks and tools see of it. */
export class Invocation {
  readonly tool: ToolRecord;
  readonly options: Partial<InvokeOptions>;
  readonly plan: ToolPlan;
  /** One instance per hook, in the order of the plan's slots. */
  readonly hooks: readonly ToolHook[];
  readonly registryVersion: string;
  readonly parent: InvokeContext | undefined;
  readonly depth: number;
  /** By the clock of the call, or by one that never runs backwards. */
  readonly startedMs: number;
  readonly ctx: InvokeContext;
  readonly cancellation: Cancellation | undefined;
  readonly nested: Nested;

  /** Made when somebody asks: most calls that throw nothing are never asked. */
  id: string | number | undefined = undefined;
  at: Position = entrance;
  input: unknown;
  /** What the first attempt began with. */
  firstInput: unknown = undefined;
  inputAssigned = false;
  inputEntries: Assignment[] | undefined = undefined;
  output: unknown = undefined;
  outputAssigned = false;
  outputEntries: Assignment[] | undefined = undefined;
  safeInput: unknown = undefined;
  /** Which entry of the input is the safe one, and from which on those of the output are. */
  safeInputAt = -1;
  safeOutputFrom: number | undefined = undefined;
  data: Map<unknown, unknown> | undefined = undefined;
  request: Map<Token, unknown> | undefined = undefined;
  session: { readonly map: Map<Token, unknown>; release(): void } | undefined = undefined;
  global: ReadonlyMap<Token, unknown> | undefined = undefined;
  /** What has to be closed when the call is over, newest last. */
  disposables: Set<unknown> | undefined = undefined;

  /** Where a walk waits for a step, and since when. */
  pausedAt = 0;
  pausedMs = 0;
  /** When the latest traced step ended; 0 if time has passed since that belongs to none. */
  tracedMs = 0;
  /** Until something was waited for or the body has run, it is as early as when the call began. */
  takesTime = false;
  /** What a hook threw that ends the walk along the steps. */
  thrown: unknown = undefined;
  error: unknown = undefined;
  lastError: unknown = undefined;
  outcome: Outcome = pending;
  attempt = 0;
  /** The latest attempt, where hooks take part. */
  current: Attempt | undefined = undefined;
  /** The one attempt of a call without wrappers runs. */
  attempting = false;
  retryDelayMs: number | undefined = undefined;
  gaveUp = false;
  /** A respond or an abort that came out of the chain: whatever wrappers do, it stands. */
  final: ControlSignal | undefined = undefined;
  cacheHit = false;
  /** Whether the output is a tool's result, so that it must fit the schema. */
  checksOutput = true;
  executeBegan = false;
  durationMs: number | undefined = undefined;
  /** The output is there and only has to be shaped. */
  answered = false;
  /** What the caller gets. */
  result: unknown = undefined;
  settled = false;
  /** True while releases and disposals run after the answer. */
  late = false;
  /** The trail has not taken the record of this call, or not in time. */
  unrecorded = false;
  /** The step whose observers are waited for, and until when. */
  observed: ObservedStep | undefined = undefined;
  observedEndMs = 0;
  /** From when on observers of a call with a deadline have only a moment left. */
  deadlineMs: number | undefined = undefined;
  /** Releases that did not wait for audit and metrics. */
  releasing: Promise<void> | undefined = undefined;

  /** Hooks that took something and have to give it back. */
  acquired: PlannedHook[] | undefined = undefined;
  quotaStarted = false;
  semaphoreStarted = false;
  /** Bodies that still run. */
  bodies: Set<Promise<unknown>> | undefined = undefined;
  /** Calls off the present attempt; made when somebody asks. */
  attemptCancel: CancelSource | undefined = undefined;
  streamed = false;
  intents: Intent[] | undefined = undefined;
  meta: Record<string, unknown> | undefined = undefined;
  strippedArgs: readonly string[] = nothing;
  secrets: string[] | undefined = undefined;
  trace: TraceEvent[] | undefined = undefined;
  progressDone: number | undefined = undefined;

  constructor(
    tool: ToolRecord,
    options: Partial<InvokeOptions>,
    plan: ToolPlan,
    hooks: readonly ToolHook[],
    parent: InvokeContext | undefined,
    depth: number,
    cancellation: Cancellation | undefined,
    nested: Nested,
  ) {
    this.tool = tool;
    this.options = options;
    this.plan = plan;
    this.hooks = hooks;
    this.registryVersion = options.tools?.version ?? 'none';
    this.parent = parent;
    this.depth = depth;
    this.startedMs = monotonicNow(options);
    this.cancellation = cancellation;
    this.nested = nested;
    this.input = options.rawInput ?? {};
    this.ctx = new InvokeContext(this);
    // Somebody watches or keeps records; else steps leave no trace and cost nothing.
    if (options.trace !== undefined || plan.keepsTrace) {
      this.trace = [];
      if (options.clock === undefined) this.tracedMs = this.startedMs;
    }
  }

  get step(): Step {
    return this.at.stage;
  }

  get hook(): string {
    return this.at.name;
  }

  get requestId(): string | number {
    return (this.id ??= isRequestId(this.options.requestId) ? this.options.requestId : nextRequestId());
  }
}

import type { AskTime } from '../ask-time.js';
import type { NestedCallOptions } from '../../contract/context.js';
import type { ToolHook } from '../../contract/hook.js';
import type { Intent } from '../../contract/intent.js';
import type { Outcome, TraceEvent } from '../../contract/outcome.js';
import type { ToolHookStage } from '../../contract/stage.js';
import type { Token } from '../../contract/token.js';
import type { ToolRecord } from '../../contract/tool.js';
import type { ToolResponse } from '../../contract/tool-response.js';
import type { ControlSignal } from '../../errors/control.js';
import type { CancelSource } from '../../time/cancel-source.js';
import type { Cancellation } from '../cancellation.js';
import { monotonicNow } from '../../time/clock.js';
import { isRequestId, type InvokeOptions } from '../invoke-options.js';
import type { PlannedHook } from '../plan/planned-hook.js';
import type { ToolPlan } from '../plan/tool-plan.js';
import { CallValues } from './history.js';
import { InvokeContext } from './invoke-context.js';

/** A stage, or one of the engine's own steps. */
export type Step = ToolHookStage | 'execute' | 'inputCheck' | 'outputCheck';

/** Where a call stands: a step, and the name of the hook that runs; a step of the engine's own has none. */
export interface Position {
  readonly stage: Step;
  readonly name: string;
}

/** Makes calls within a call. The engine hands it in, since it is the engine that calls. */
export interface Nested {
  invoke(from: Call, tool: ToolRecord | string, input: unknown): Promise<unknown>;
  answer(
    from: Call,
    tool: ToolRecord | string,
    input: unknown,
    options: NestedCallOptions | undefined,
  ): Promise<ToolResponse>;
}

/** Capacity that a call has acquired and has to give back; there is none where no hook releases anything. */
export interface Capacity {
  readonly acquired: PlannedHook[];
  /** True from the semaphore stage on; the quota stage is where the capacity begins. */
  semaphoreStarted: boolean;
  released: boolean;
  /** Releases that began before audit and metrics had ended. */
  early: Promise<unknown> | undefined;
}

/** One run of the body, with the hooks around it. */
export interface Attempt {
  /** Number of intents before it began. */
  readonly intentsBefore: number;
  /** True once the wrapper that started it has settled: whatever it gives is dropped. */
  abandoned: boolean;
  failed: boolean;
  /** Cancels it, if somebody has asked for that. */
  cancel: CancelSource | undefined;
}

/** The run section: the attempts of a call. */
class Run {
  /** Number of the present attempt, from 1. */
  attempt = 0;
  current: Attempt | undefined = undefined;
  /** True once the body of the tool was started. */
  began = false;
  /** Input of the first attempt, with which each new one begins. */
  firstInput: unknown = undefined;
  lastError: unknown = undefined;
  retryDelayMs: number | undefined = undefined;
  gaveUp = false;
  /** True once a chunk has left live: the caller has seen it, so that there is no new attempt. */
  streamed = false;
  /** A respond or an abort that came out of a wrapper's `next()`: it stands, whatever wrappers do. */
  final: ControlSignal | undefined = undefined;
  /** Cancels the present attempt; made when somebody asks. */
  cancel: CancelSource | undefined = undefined;
  /** Bodies that still run, with their attempts. */
  bodies: Map<Promise<unknown>, Attempt> | undefined = undefined;
  /** Reason for bodies that still run after the call has its answer. */
  over: Error | undefined = undefined;
}

/** Providers of a call, and what has to be closed when it is over. */
class Bindings {
  request: Map<Token, unknown> | undefined = undefined;
  session: { readonly map: Map<Token, unknown>; release(): void } | undefined = undefined;
  global: ReadonlyMap<Token, unknown> | undefined = undefined;
  /** Newest last. */
  disposables: Set<unknown> | undefined = undefined;
}

/** Additions of hooks and the tool to the output. */
class Additions {
  data: Map<unknown, unknown> | undefined = undefined;
  intents: Intent[] | undefined = undefined;
  meta: Record<string, unknown> | undefined = undefined;
  secrets: string[] | undefined = undefined;
  progressDone = Number.NEGATIVE_INFINITY;
}

const entrance: Position = Object.freeze({ stage: 'willCreateInvokeContext', name: '' });
/** Until when the observers of one step may be waited for. */
export interface ObserverLimit {
  readonly step: ToolHookStage | 'dispose';
  readonly endMs: number;
}

const pending: Outcome = Object.freeze({ kind: 'pending' });

/** Everything the engine knows of one call. The context is what hooks and tools see of it. */
export class Call {
  readonly tool: ToolRecord;
  readonly options: Partial<InvokeOptions>;
  readonly plan: ToolPlan;
  /** One instance per hook, in the order of the plan's slots. */
  readonly hooks: readonly ToolHook[];
  readonly parent: InvokeContext | undefined;
  readonly depth: number;
  readonly cancellation: Cancellation | undefined;
  readonly nested: Nested;
  /** By the clock of the call, or by one that never runs backwards. */
  readonly startedMs: number;
  readonly ctx: InvokeContext;

  readonly values: CallValues;
  readonly run = new Run();
  readonly bindings = new Bindings();
  readonly additions = new Additions();
  capacity: Capacity | undefined = undefined;
  /** Steps so far, if somebody watches or keeps records. */
  readonly trace: TraceEvent[] | undefined;

  at: Position = entrance;
  /** When the present step began, while it runs in a traced call; -1 otherwise. */
  stepStartMs = -1;
  /** When the latest step of a traced call ended; -1 if somebody else has had the time since. */
  stepEndMs = -1;
  outcome: Outcome = pending;
  /** True in willReadCache and after it where a stored answer was found. */
  cacheHit = false;
  error: unknown = undefined;
  durationMs: number | undefined = undefined;
  settled = false;
  /** True if the trail has not taken the record of this call, or not in time. */
  unrecorded = false;
  /** Time in which people were asked; undefined if nobody was. */
  asked: AskTime | undefined = undefined;
  /** The step whose observers are waited for, and how long. */
  observing: ObserverLimit | undefined = undefined;
  /** From when on the observers of a call with a deadline have only a moment left. */
  answerByMs: number | undefined = undefined;
  /** True while releases and disposals run after the answer. */
  late = false;
  id: string | number | undefined = undefined;

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
    this.parent = parent;
    this.depth = depth;
    this.cancellation = cancellation;
    this.nested = nested;
    this.startedMs = monotonicNow(options);
    this.values = new CallValues(options.rawInput ?? {});
    this.ctx = new InvokeContext(this);
    this.trace = options.trace !== undefined || plan.keepsTrace ? [] : undefined;
  }

  get step(): Step {
    return this.at.stage;
  }

  /** Made when somebody asks: most calls that throw nothing are never asked. */
  get requestId(): string | number {
    return (this.id ??= isRequestId(this.options.requestId) ? this.options.requestId : nextRequestId());
  }

  get registryVersion(): string {
    return this.options.tools?.version ?? 'none';
  }
}

/** The last digits of an id: to write a new number costs as much as half a call. */
const tails = Array.from({ length: 1_000 }, (_, count) => String(count).padStart(3, '0'));

let random: string | undefined;
let prefix = '';
let thousands = 0;
let count = tails.length;

/** An id no other call has: random for the process, counted within it. */
export function nextRequestId(): string {
  if (count === tails.length) countOn();
  const id = prefix + tails[count];
  count += 1;
  return id;
}

function countOn(): void {
  random ??= crypto.randomUUID().slice(0, 18);
  prefix = `${random}-${thousands}`;
  thousands += 1;
  count = 0;
}

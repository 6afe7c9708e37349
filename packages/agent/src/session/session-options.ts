import type {
  ApprovalStore,
  Clock,
  ExecutePort,
  ProviderRegistry,
  RegistrySnapshot,
  Report,
  StrictChoice,
  ToolClass,
  ToolError,
  ToolHookSource,
  ToolRecord,
  ToolUser,
  TrailSink,
  UnknownArgs,
} from '@helve/core';
import {
  aBoolean,
  aCount,
  aDuration,
  aFunction,
  anObject,
  aPort,
  aText,
  check,
  checkOptions,
  eitherOf,
  oneOf,
  required,
  type OptionChecks,
} from '@helve/core/options';
import { agentErrors } from '../agent-errors.js';
import type { HydrationResult } from '../contract/hydration.js';
import type { ToolUse } from '../contract/tool-use.js';
import type { SessionStore } from '../contract/session-store.js';
import type { Transport } from '../contract/transport.js';
import type { TurnPolicy } from '../contract/turn-stores.js';
import type { AllowUnvalidated } from '../hydrate/no-schema-decision.js';
import type { RepairMode } from '../hydrate/repair/repair-arguments.js';
import type { PickOptions } from '../pick/pick-options.js';
import type { ApplicationIntentHandlers } from '../state/intent-effects.js';
import { isToolUses } from './toolbox/tool-uses.js';
import { isBudget, isContext, isPrices } from './budget/check-budget.js';
import type { Prices } from './budget/prices.js';
import type { Budget } from './budget/spending.js';
import type { ContextLimit } from '../transport/context/compact-history.js';
import type { SessionTracer } from './trace/session-tracer.js';
import type { SessionLimits } from './session-limits.js';
import type { PrepareStep } from './step/prepare-step.js';

/** Tools in any form: a registry, a snapshot of one, or a list. */
export type SessionTools = RegistrySnapshot | readonly (ToolRecord | ToolClass)[];

/** Source of a session's tools; a function is called once, when the session begins. */
export type SessionToolSource = SessionTools | ((user: ToolUser) => SessionTools | Promise<SessionTools>);

/** Verdict on a hydrated call before it runs; undefined lets it pass. */
export type HydrationVerdict = 'approve' | 'ask' | { readonly veto: string } | undefined;

/** Options of tool selection. */
export interface SelectionOptions {
  /** Number of tools above which selection starts. Default: 20. */
  readonly above?: number;
  /** Number of tools to select, in addition to those that the history mentions. Default: 20. */
  readonly maxTools?: number;
  readonly pick?: Omit<PickOptions, 'maxCandidates' | 'always'>;
}

/** Options of a session. */
export interface SessionOptions {
  readonly tools?: SessionToolSource;
  /** Another name for `tools`. */
  readonly registry?: SessionToolSource;
  /** `voice`, `text`, or a mode of the application's own. */
  readonly mode: string;
  readonly transport: Transport;
  /** Name of its model, stored with the session. */
  readonly model?: string;
  /**
   * The door that its calls are recorded under. Default: `agent`, where the host of the session decides what people are
   * asked.
   */
  readonly door?: string;
  /** The rules of every call. A session without rules must say `none`. */
  readonly policy: TurnPolicy | 'none';
  /** Default: an anonymous user. */
  readonly user?: ToolUser;
  /** Id of the session; continues the stored session of that id. Default: a random id. */
  readonly id?: string;
  /** Default: in memory. */
  readonly store?: SessionStore;
  /** Store for questions to people. Default: part of the session. */
  readonly approvals?: ApprovalStore;

  readonly instructions?: string;
  /** Documentation of tools in the instructions; voice has summaries only. */
  readonly docs?: 'summaries' | 'full';
  readonly docsBudgetChars?: number;
  /**
   * How the tools of a step are selected where there are many. `provider` declares all of them for the provider's own
   * search; one that has none is told as a loss.
   */
  readonly selection?: SelectionOptions | 'provider' | false;
  /** Uses of tools by their ids, for providers that know them. */
  readonly toolUse?: Readonly<Record<string, ToolUse>>;
  /** False for a model that makes one call at a time. */
  readonly parallelCalls?: boolean;
  /** Uses forms that constrain the model to schemas, where there are such. */
  readonly strict?: StrictChoice;

  /** Handlers of the application's own intents; undeclared intents are dropped with a warning. */
  readonly intents?: ApplicationIntentHandlers;
  /** Facts for handlers to find in `session`, beside its own. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** Capabilities that handlers may use, such as `messaging.send`. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Hooks of every call, in addition to those of the policy. */
  readonly hooks?: readonly ToolHookSource[];
  /** Dependencies of calls. */
  readonly dependencies?: ProviderRegistry;
  readonly execute?: ExecutePort;
  readonly trail?: TrailSink;
  /** Tracer of OpenTelemetry, such as `trace.getTracer('helve')`, for spans of the session, its turns and its requests. */
  readonly tracer?: SessionTracer;

  readonly repair?: RepairMode;
  readonly unknownArgs?: UnknownArgs;
  readonly onHydration?: (result: HydrationResult) => unknown;
  /** Judges a hydrated call before it runs. */
  readonly onHydrated?: (result: HydrationResult) => HydrationVerdict | Promise<HydrationVerdict>;
  readonly allowUnvalidated?: AllowUnvalidated;
  /**
   * `hold`, for text only, keeps a call open until a person has decided; `note` reports the outcome in a turn of its
   * own.
   */
  readonly confirmation?: 'note' | 'hold';
  /** Runs equal writes of one turn once, where the provider gives no ids. Default: true. */
  readonly dedupeWrites?: boolean;
  readonly projection?: 'model' | 'full';
  readonly resultLimitBytes?: number;

  /** Decides on every step before the model is asked: model, tools, instructions, conversation, or the end. */
  readonly prepareStep?: PrepareStep;
  readonly limits?: Partial<SessionLimits>;
  /** Prices of models, for the cost in the totals and for budgets. */
  readonly prices?: Prices;
  /** The most that a turn, and the session, may use. */
  readonly budget?: Budget;
  /** The most that the conversation may take of the model's window, for models whose conversation is kept here. */
  readonly context?: ContextLimit;
  /** Idle time after which a session is forgotten. Default: half an hour. */
  readonly idleMs?: number;
  readonly clock?: Clock;
  /** Receives errors that do not change an answer. */
  readonly report?: Report;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown) => typeof value === 'function';
const tools = eitherOf(aPort('get', 'list'), check('a list of tools', Array.isArray), aFunction);

const checks: OptionChecks<SessionOptions> = {
  tools,
  registry: tools,
  mode: required(aText),
  door: aText,
  model: aText,
  transport: required(aPort('open', 'events', 'sendUser', 'sendToolResults', 'close')),
  policy: eitherOf(aFunction, oneOf('none')),
  user: check('a user with an id', (value) => isObject(value) && typeof Reflect.get(value, 'id') === 'string'),
  id: aText,
  store: aPort('load', 'save', 'delete'),
  approvals: aPort('put', 'get', 'decide', 'take'),
  instructions: check('a text', (value) => typeof value === 'string'),
  docs: oneOf('summaries', 'full'),
  docsBudgetChars: aCount,
  selection: eitherOf(anObject, oneOf('provider', false)),
  toolUse: check('uses by tool: { deferred?, callers?, freeform?, eagerInput? }', isToolUses),
  parallelCalls: aBoolean,
  strict: oneOf(true, false, 'auto'),
  intents: check('an object of functions', (value) => isObject(value) && Object.values(value).every(isFunction)),
  state: anObject,
  capabilities: anObject,
  hooks: check('a list of hooks', Array.isArray),
  dependencies: aPort('getAllSingletons'),
  execute: aPort('execute'),
  trail: aPort('append'),
  tracer: aPort('startSpan'),
  repair: eitherOf(oneOf('off', 'rules'), aFunction),
  unknownArgs: oneOf('reject', 'strip'),
  onHydration: aFunction,
  onHydrated: aFunction,
  allowUnvalidated: oneOf('none', 'read-only', 'full'),
  confirmation: oneOf('note', 'hold'),
  dedupeWrites: aBoolean,
  projection: oneOf('model', 'full'),
  resultLimitBytes: aCount,
  prepareStep: aFunction,
  limits: check('stepsPerTurn and callsAtOnce', isLimits),
  prices: check('prices by model: { input, output, cachedInput? } for a million tokens', isPrices),
  budget: check('{ turn?, session? } with { tokens?, cost? } each', isBudget),
  context: check('{ maxTokens, keepTurns?, summarize? }', isContext),
  idleMs: aDuration,
  clock: aPort('now'),
  report: aFunction,
};

/** Throws for options that are missing, misspelt or of the wrong kind. */
export function checkSessionOptions(options: SessionOptions): SessionOptions {
  const checked = checkOptions(options, checks, invalid);
  if (options.policy === undefined) throw invalid('"policy" is missing; use "none" for a session without rules');
  if ((options.tools === undefined) === (options.registry === undefined)) {
    throw invalid('exactly one of `tools` and `registry` must be given');
  }
  if (options.mode === 'voice' && options.docs === 'full') throw invalid('"docs" cannot be "full" in voice mode');
  if (options.mode === 'voice' && options.confirmation === 'hold')
    throw invalid('"confirmation" cannot be "hold" in voice mode');
  return checked;
}

function isLimits(value: unknown): boolean {
  const keys: readonly string[] = ['stepsPerTurn', 'callsAtOnce'];
  return isObject(value) && Object.entries(value).every(([key, limit]) => keys.includes(key) && aCount.accepts(limit));
}

function invalid(problem: string, suggestion?: string): ToolError {
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'create a session', problem }, details);
}

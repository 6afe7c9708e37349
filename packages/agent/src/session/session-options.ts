import {
  nearestNames,
  type ApprovalStore,
  type Clock,
  type ExecutePort,
  type ProviderRegistry,
  type RegistrySnapshot,
  type Report,
  type StrictChoice,
  type ToolClass,
  type ToolError,
  type ToolHookSource,
  type ToolRecord,
  type ToolUser,
  type TrailSink,
  type UnknownArgs,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { HydrationResult } from '../contract/hydration.js';
import type { SessionStore } from '../contract/session-store.js';
import type { Transport } from '../contract/transport.js';
import type { TurnPolicy } from '../contract/turn-stores.js';
import type { AllowUnvalidated } from '../hydrate/no-schema-decision.js';
import type { RepairMode } from '../hydrate/repair/repair-arguments.js';
import type { PickOptions } from '../pick/pick-options.js';
import type { ApplicationIntentHandlers } from '../state/intent-effects.js';
import type { SessionLimits } from './session-limits.js';

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
  readonly selection?: SelectionOptions | false;
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

  readonly limits?: Partial<SessionLimits>;
  /** Idle time after which a session is forgotten. Default: half an hour. */
  readonly idleMs?: number;
  readonly clock?: Clock;
  /** Receives errors that do not change an answer. */
  readonly report?: Report;
}

type Check = readonly [expected: string, accepts: (value: unknown) => boolean];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown) => typeof value === 'function';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
const has = (value: unknown, ...methods: readonly string[]) =>
  isObject(value) && methods.every((method) => isFunction(Reflect.get(value, method)));
const oneOf = (...allowed: readonly unknown[]): Check => [
  allowed.map((value) => JSON.stringify(value)).join(' or '),
  (value) => allowed.includes(value),
];

const aText: Check = ['a text that is not empty', (value) => typeof value === 'string' && value !== ''];
const aFunction: Check = ['a function', isFunction];
const anObject: Check = ['an object', isObject];
const aCount: Check = ['a whole number of 1 or more', isCount];
const tools: Check = [
  'a registry, a list of tools, or a function that gives one',
  (value) => isFunction(value) || Array.isArray(value) || has(value, 'get', 'list'),
];

const checks: { readonly [K in keyof Required<SessionOptions>]: Check } = {
  tools,
  registry: tools,
  mode: aText,
  door: aText,
  transport: ['a transport', (value) => has(value, 'open', 'events', 'sendUser', 'sendToolResults', 'close')],
  policy: ['a policy, or "none"', (value) => value === 'none' || isFunction(value)],
  user: ['a user with an id', (value) => isObject(value) && typeof Reflect.get(value, 'id') === 'string'],
  id: aText,
  store: ['an object with load, save, delete', (value) => has(value, 'load', 'save', 'delete')],
  approvals: ['an object with put, get, decide, take', (value) => has(value, 'put', 'get', 'decide', 'take')],
  instructions: ['a text', (value) => typeof value === 'string'],
  docs: oneOf('summaries', 'full'),
  docsBudgetChars: aCount,
  selection: ['options, or false', (value) => value === false || isObject(value)],
  strict: oneOf(true, false, 'auto'),
  intents: ['an object of functions', (value) => isObject(value) && Object.values(value).every(isFunction)],
  state: anObject,
  capabilities: anObject,
  hooks: ['a list of hooks', Array.isArray],
  dependencies: ['a provider registry', (value) => has(value, 'getAllSingletons')],
  execute: ['an object with execute', (value) => has(value, 'execute')],
  trail: ['an object with append', (value) => has(value, 'append')],
  repair: ['"off", "rules" or a function', (value) => value === 'off' || value === 'rules' || isFunction(value)],
  unknownArgs: oneOf('reject', 'strip'),
  onHydration: aFunction,
  onHydrated: aFunction,
  allowUnvalidated: oneOf('none', 'read-only', 'full'),
  confirmation: oneOf('note', 'hold'),
  dedupeWrites: oneOf(true, false),
  projection: oneOf('model', 'full'),
  resultLimitBytes: aCount,
  limits: ['stepsPerTurn and callsAtOnce', isLimits],
  idleMs: ['a number of milliseconds above 0', (value) => typeof value === 'number' && value > 0],
  clock: ['an object with now', (value) => has(value, 'now')],
  report: aFunction,
};

/** Throws for options that are missing, misspelt or of the wrong kind. */
export function checkSessionOptions(options: SessionOptions): SessionOptions {
  if (!isObject(options)) throw invalid('its options are not an object');
  for (const [key, value] of Object.entries(options)) checkOption(key, value);
  for (const key of ['mode', 'transport'] as const)
    if (options[key] === undefined) throw invalid(`"${key}" is missing`);
  if (options.policy === undefined) throw invalid('"policy" is missing; use "none" for a session without rules');
  if ((options.tools === undefined) === (options.registry === undefined)) {
    throw invalid('exactly one of `tools` and `registry` must be given');
  }
  if (options.mode === 'voice' && options.docs === 'full') throw invalid('"docs" cannot be "full" in voice mode');
  if (options.mode === 'voice' && options.confirmation === 'hold')
    throw invalid('"confirmation" cannot be "hold" in voice mode');
  return Object.freeze({ ...options });
}

function checkOption(key: string, value: unknown): void {
  if (!Object.hasOwn(checks, key)) {
    const [nearest] = nearestNames(key, Object.keys(checks));
    throw invalid(`unknown option "${key}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
  }
  const [expected, accepts] = checks[key as keyof SessionOptions];
  if (value !== undefined && !accepts(value)) throw invalid(`"${key}" is not ${expected}`);
}

function isLimits(value: unknown): boolean {
  const keys: readonly string[] = ['stepsPerTurn', 'callsAtOnce'];
  return isObject(value) && Object.entries(value).every(([key, limit]) => keys.includes(key) && isCount(limit));
}

function invalid(problem: string, suggestion?: string): ToolError {
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'create a session', problem }, details);
}

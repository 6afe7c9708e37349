import type { Ask } from '../contract/ask.js';
import type { CallOrigin, ToolUser } from '../contract/context.js';
import type { ExecutePort } from '../contract/execute.js';
import type { HooksByStage, ToolHookSource, ToolResolveFn } from '../contract/hook.js';
import type { TraceEvent } from '../contract/outcome.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolHookStage } from '../contract/stage.js';
import type { ToolRecord } from '../contract/tool.js';
import type { TrailSink } from '../contract/trail.js';
import { checkOptions } from '../options/check-options.js';
import {
  aBoolean,
  aCountOrNone,
  aDurationOrNone,
  aFunction,
  anObject,
  aPort,
  check,
  oneOf,
  type OptionCheck,
  type OptionChecks,
} from '../options/option-check.js';
import type { RegistrySnapshot } from '../registry/tool-registry.js';
import type { UnknownArgs } from '../schema/compile-tool-schema.js';
import type { Clock } from '../time/clock.js';
import { badOption } from '../errors/call-errors.js';
import type { ProviderRegistry } from '../provider/provider-registry.js';

/** Where something went wrong that did not change the answer. */
export interface ReportPlace {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly stage?: ToolHookStage | undefined;
  readonly hook?: string | undefined;
}

export type Report = (thrown: unknown, where: ReportPlace) => void;

/** The options of a call. */
export interface InvokeOptions<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema | undefined = ToolSchema | undefined,
> {
  /** The tool, or the id of one in `tools`. */
  readonly tool: ToolRecord<In, Out> | string;
  readonly tools?: RegistrySnapshot | undefined;
  /** The input as the caller sent it, unchecked; nothing counts as `{}`. */
  readonly rawInput?: unknown;
  readonly sessionId?: string | undefined;
  readonly requestId?: string | number | undefined;
  readonly user?: ToolUser | undefined;
  /** Providers that calls depend on. */
  readonly registry?: ProviderRegistry | undefined;
  readonly resolve?: ToolResolveFn | undefined;
  readonly globalHooksByStage?: HooksByStage | undefined;
  /** Hooks of every call: each takes part in all the stages it implements. */
  readonly hooks?: readonly ToolHookSource[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly confirmationToken?: string | undefined;
  readonly call?: CallOrigin | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Gets what the tool says to the person while it runs. */
  readonly onSay?: ((text: string) => void) | undefined;
  /** Asks the person at the door what the tool asks; without it there is nobody. */
  readonly onAsk?: Ask | undefined;
  /** Gets the chunks of a streamed output; a promise holds the stream back. */
  readonly onChunk?: ((chunk: unknown) => unknown) | undefined;
  readonly trace?: ((event: TraceEvent) => void) | undefined;
  readonly report?: Report | undefined;
  readonly clock?: Clock | undefined;
  /** `hooks` leaves both checks to hooks that parse. */
  readonly schemaMode?: 'engine' | 'hooks' | undefined;
  /** `required` fails a call whose audit fails. */
  readonly auditMode?: 'isolated' | 'required' | undefined;
  /** False if an attempt starts from the input that the one before it left. Default: true. */
  readonly restoreInput?: boolean | undefined;
  /** Time that a cancelled body has to stop. */
  readonly graceMs?: number | undefined;
  /** Time that a body which does not stop keeps its slot. */
  readonly zombieMs?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly execute?: ExecutePort | undefined;
  /** Where `callTool` puts the record of a call that ends before a hook could; of all others an audit hook keeps it. */
  readonly trail?: TrailSink | undefined;
  /** Arguments the tool does not know: refused unless told to drop them. */
  readonly unknownArgs?: UnknownArgs | undefined;
  /** Intents that the application takes besides those of `IntentType`, or `any`; all others are dropped, with a warning. */
  readonly intents?: readonly string[] | 'any' | undefined;
  /** Lets the text of unforeseen errors out to the caller: for a local terminal, not for a network. */
  readonly exposeMessages?: boolean | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

const isText = (value: unknown) => typeof value === 'string';
const aString = check('a text', isText);
const aUser = check('an object with a text as its id', (value) => anObject.accepts(value) && isText(read(value, 'id')));
const aSnapshot = check('a snapshot of a registry', (value) => {
  return anObject.accepts(value) && isText(read(value, 'version')) && aFunction.accepts(read(value, 'get'));
});

const checks: OptionChecks<InvokeOptions> = {
  tool: check('a tool, or the id of one', (value) => isText(value) || anObject.accepts(value)),
  tools: aSnapshot,
  rawInput: check('anything', () => true),
  sessionId: aString,
  requestId: check('a text or a finite number', isRequestId),
  user: aUser,
  registry: aPort('getAllSingletons'),
  resolve: aFunction,
  globalHooksByStage: anObject,
  hooks: check('a list of hooks', Array.isArray),
  signal: check('an AbortSignal', (value) => value instanceof AbortSignal),
  timeoutMs: aDurationOrNone,
  idempotencyKey: aString,
  confirmationToken: aString,
  call: anObject,
  onProgress: aFunction,
  onSay: aFunction,
  onAsk: aFunction,
  onChunk: aFunction,
  trace: aFunction,
  report: aFunction,
  clock: aPort('now'),
  schemaMode: oneOf('engine', 'hooks'),
  auditMode: oneOf('isolated', 'required'),
  restoreInput: aBoolean,
  graceMs: aDurationOrNone,
  zombieMs: aDurationOrNone,
  maxDepth: aCountOrNone,
  execute: anObject,
  trail: aPort('append'),
  unknownArgs: oneOf('reject', 'strip'),
  intents: check('"any", or a list of texts', (value) => value === 'any' || Array.isArray(value)),
  exposeMessages: aBoolean,
};

function read(value: unknown, name: string): unknown {
  return Reflect.get(value as object, name);
}

/** Options that hold for every call of a caller: one call cannot change them. */
export const callerRules = [
  'tools',
  'hooks',
  'globalHooksByStage',
  'registry',
  'resolve',
  'schemaMode',
  'auditMode',
] as const satisfies readonly (keyof InvokeOptions)[];
export type CallerRule = (typeof callerRules)[number];

type Accepts = OptionCheck['accepts'];
const accepted: ReadonlyMap<string, Accepts> = new Map(
  Object.entries(checks).map(([key, { accepts }]) => [key, accepts]),
);
const { accepts: acceptsTool } = checks.tool;
const rules: ReadonlySet<string> = new Set(callerRules);

/** Refuses options that are misspelt or of the wrong kind; of a caller, also those that are rules of all its calls. */
export function assertInvokeOptions(options: Partial<InvokeOptions>, toolId: string, byCaller = false): void {
  for (const key in options) {
    // Most calls have these two: one may be anything, the other need not be looked up.
    if (key === 'rawInput') continue;
    const accepts = key === 'tool' ? acceptsTool : accepted.get(key);
    const value = options[key as keyof InvokeOptions];
    const isRule = byCaller && value !== undefined && rules.has(key);
    if (isRule || accepts === undefined || (value !== undefined && !accepts(value)))
      throw refusalOf(options, toolId, byCaller);
  }
}

/** Finds what is wrong with options that were not accepted. */
function refusalOf(options: Partial<InvokeOptions>, toolId: string, byCaller: boolean): Error {
  const given: Partial<InvokeOptions> = {};
  for (const key in options) Reflect.set(given, key, options[key as keyof InvokeOptions]);
  const rule = byCaller ? callerRules.find((key) => given[key] !== undefined) : undefined;
  if (rule !== undefined) {
    return badOption(toolId, `option "${rule}" holds for all calls of a caller`, 'Give it to `createCaller`');
  }
  try {
    checkOptions(given, checks, (problem, suggestion) => badOption(toolId, problem, suggestion));
  } catch (refusal) {
    if (refusal instanceof Error) return refusal;
  }
  return badOption(toolId, 'its options change while they are read');
}

export function isRequestId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

import type { CallOrigin, ToolUser } from '../contract/context.js';
import type { ExecutePort } from '../contract/execute.js';
import type { HooksByStage, ToolHookSource, ToolResolveFn } from '../contract/hook.js';
import type { TraceEvent } from '../contract/outcome.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolHookStage } from '../contract/stage.js';
import type { ToolRecord } from '../contract/tool.js';
import type { TrailSink } from '../contract/trail.js';
import { nearestNames } from '../errors/nearest-name.js';
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
const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isMs = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isOneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown) =>
    allowed.includes(value);

const checks: { readonly [K in keyof Required<InvokeOptions>]: (value: unknown) => boolean } = {
  tool: (value) => isText(value) || isObject(value),
  tools: (value) => isObject(value) && isText(Reflect.get(value, 'version')) && isFunction(Reflect.get(value, 'get')),
  rawInput: () => true,
  sessionId: isText,
  requestId: isRequestId,
  user: (value) => isObject(value) && isText(Reflect.get(value, 'id')),
  registry: (value) => isObject(value) && isFunction(Reflect.get(value, 'getAllSingletons')),
  resolve: isFunction,
  globalHooksByStage: isObject,
  hooks: Array.isArray,
  signal: (value) => value instanceof AbortSignal,
  timeoutMs: isMs,
  idempotencyKey: isText,
  confirmationToken: isText,
  call: isObject,
  onProgress: isFunction,
  onChunk: isFunction,
  trace: isFunction,
  report: isFunction,
  clock: (value) => isObject(value) && isFunction(Reflect.get(value, 'now')),
  schemaMode: isOneOf('engine', 'hooks'),
  auditMode: isOneOf('isolated', 'required'),
  restoreInput: (value) => typeof value === 'boolean',
  graceMs: isMs,
  zombieMs: isMs,
  maxDepth: (value) => Number.isInteger(value) && Number(value) >= 0,
  execute: isObject,
  trail: (value) => isObject(value) && isFunction(Reflect.get(value, 'append')),
  unknownArgs: isOneOf('reject', 'strip'),
  intents: (value) => value === 'any' || Array.isArray(value),
  exposeMessages: (value) => typeof value === 'boolean',
};

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

type Checks = ReadonlyMap<string, (value: unknown) => boolean>;
const accepted: Checks = new Map(Object.entries(checks));
const rules: ReadonlySet<string> = new Set(callerRules);
const acceptedByCaller: Checks = new Map(Object.entries(checks).filter(([key]) => !rules.has(key)));

/** Refuses options that are misspelt or of the wrong kind; of a caller, also those that are rules of all its calls. */
export function assertInvokeOptions(options: Partial<InvokeOptions>, toolId: string, byCaller = false): void {
  const known = byCaller ? acceptedByCaller : accepted;
  for (const key in options) {
    // Most calls have these two: one may be anything, the other need not be looked up.
    if (key === 'rawInput') continue;
    const accepts = key === 'tool' ? checks.tool : known.get(key);
    const value = options[key as keyof InvokeOptions];
    if (accepts === undefined) {
      if (value === undefined && accepted.has(key)) continue;
      throw unknownOption(key, toolId);
    }
    if (value !== undefined && !accepts(value)) throw badOption(toolId, `option "${key}" is of the wrong kind`);
  }
}

export function isRequestId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function unknownOption(key: string, toolId: string): Error {
  if (accepted.has(key)) {
    return badOption(toolId, `option "${key}" holds for all calls of a caller`, 'Give it to `createCaller`');
  }
  const [nearest] = nearestNames(key, accepted.keys());
  return badOption(toolId, `unknown option "${key}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

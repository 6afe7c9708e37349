import type { ToolUser } from '../contract/context.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord } from '../contract/tool.js';
import { nearestNames } from '../errors/nearest-name.js';
import type { RegistrySnapshot } from '../registry/tool-registry.js';
import type { UnknownArgs } from '../schema/compile-tool-schema.js';
import { badOption } from './call-errors.js';

/** Who asked for what, for a report. */
export interface CallIdentity {
  readonly toolId: string;
  readonly requestId: string | number;
}

/** Everything a call can be told. */
export interface CallOptions<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema | undefined = ToolSchema | undefined,
> {
  /** The tool, or the id of one in `tools`. */
  readonly tool: ToolRecord<In, Out> | string;
  readonly tools?: RegistrySnapshot | undefined;
  /** What the caller sent, unchecked; nothing counts as `{}`. */
  readonly rawInput?: unknown;
  readonly sessionId?: string | undefined;
  readonly requestId?: string | number | undefined;
  readonly user?: ToolUser | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Arguments the tool does not know: refused unless told to drop them. */
  readonly unknownArgs?: UnknownArgs | undefined;
  /** Lets the text of unforeseen errors out to the caller: for a local terminal, not for a network. */
  readonly exposeMessages?: boolean | undefined;
  /** Gets what was thrown when a tool failed unforeseen. */
  readonly report?: ((thrown: unknown, call: CallIdentity) => void) | undefined;
}

const isText = (value: unknown) => typeof value === 'string';
const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const checks: { readonly [K in keyof Required<CallOptions>]: (value: unknown) => boolean } = {
  tool: (value) => isText(value) || isObject(value),
  tools: isRegistry,
  rawInput: () => true,
  sessionId: isText,
  requestId: isRequestId,
  user: isUser,
  signal: (value) => value instanceof AbortSignal,
  unknownArgs: (value) => value === 'reject' || value === 'strip',
  exposeMessages: (value) => typeof value === 'boolean',
  report: isFunction,
};

const accepted: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(checks));

/** Refuses options that are misspelt or of the wrong kind. */
export function assertCallOptions(options: Partial<CallOptions>, toolId: string): void {
  for (const key in options) {
    const accepts = accepted.get(key);
    if (accepts === undefined) throw unknownOption(key, toolId);
    const value = options[key as keyof CallOptions];
    if (value !== undefined && !accepts(value)) throw badOption(toolId, `option "${key}" is of the wrong kind`);
  }
}

function unknownOption(key: string, toolId: string): Error {
  const [nearest] = nearestNames(key, accepted.keys());
  return badOption(toolId, `unknown option "${key}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

function isRegistry(value: unknown): boolean {
  return isObject(value) && typeof Reflect.get(value, 'version') === 'string';
}

export function isRequestId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isUser(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && isText(value.id);
}

import type { ToolInvokeContext } from '../contract/context.js';
import { frozenCopy } from '../json/deep-freeze.js';

/** The token under which a session provides what handlers may see of it: plain data. */
export const handlerSession = Symbol.for('helve.handler-session');

/** The token under which an application provides the narrow things handlers may do, such as `messaging.send`. */
export const handlerCapabilities = Symbol.for('helve.handler-capabilities');

/** Facts about the call. */
export interface HandlerMeta {
  readonly toolId?: string;
  readonly toolVersion?: string;
  readonly registryVersion?: string;
  readonly requestId?: string | number;
  readonly sessionId?: string;
  readonly mode?: string;
  readonly turnId?: string;
  readonly attempt?: number;
}

/** The context of a handler in a tool folder, beside everything that a call has; a test may leave any of it out. */
export interface HandlerContext<Args = unknown> {
  /** The checked arguments, the same object as the first parameter. */
  readonly args?: Args;
  /** The state of the session when the call began, frozen; empty without a session. */
  readonly session?: { readonly [fact: string]: unknown };
  readonly capabilities?: { readonly [name: string]: unknown };
  readonly meta?: HandlerMeta;
  readonly signal?: AbortSignal;
}

/** Everything `contextHandler` hands to its function in one object. */
export type HandlerFacts<Args = Record<string, unknown>> = Required<HandlerContext<Args>>;

const nothing = Object.freeze({});

/** A handler from a function that takes one object; it stays a plain function, which a test can call. */
export function contextHandler<Args = Record<string, unknown>, Result = unknown>(
  run: (facts: HandlerFacts<Args>) => Result,
): (args: Args, ctx?: HandlerContext<Args>) => Result {
  return (args, ctx = nothing) => {
    const { session, capabilities, meta } = isCallContext(ctx) ? factsOf(ctx) : ctx;
    return run({
      args,
      session: session ?? nothing,
      capabilities: capabilities ?? nothing,
      meta: meta ?? nothing,
      signal: ctx.signal ?? new AbortController().signal,
    });
  };
}

/** Lets a handler find its facts in the context of the call: each is worked out when it is looked at. */
export function withFacts(ctx: ToolInvokeContext, args: unknown): ToolInvokeContext & HandlerContext {
  let facts: ReturnType<typeof factsOf> | undefined;
  const known = () => (facts ??= factsOf(ctx));
  const fact = (get: () => unknown) => ({ get, configurable: true, enumerable: false });
  return Object.defineProperties(ctx, {
    // Another attempt of the same call may have other arguments.
    args: { value: args, configurable: true },
    session: fact(() => known().session),
    capabilities: fact(() => known().capabilities),
    meta: fact(() => known().meta),
  });
}

function factsOf(ctx: ToolInvokeContext) {
  return {
    session: snapshotOf(ctx.tryGet(handlerSession)),
    capabilities: (ctx.tryGet(handlerCapabilities) ?? nothing) as NonNullable<HandlerContext['capabilities']>,
    meta: metaOf(ctx),
  };
}

function snapshotOf(session: unknown): NonNullable<HandlerContext['session']> {
  return typeof session === 'object' && session !== null ? frozenCopy({ ...session }) : nothing;
}

function metaOf(ctx: ToolInvokeContext): HandlerMeta {
  const { toolId, toolVersion, registryVersion, requestId, sessionId, attempt } = ctx;
  const { mode, turnId } = ctx.call;
  return Object.freeze({
    toolId,
    toolVersion,
    registryVersion,
    requestId,
    attempt,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(mode === undefined ? {} : { mode }),
    ...(turnId === undefined ? {} : { turnId }),
  });
}

function isCallContext(ctx: object): ctx is ToolInvokeContext {
  return 'tryGet' in ctx && typeof ctx.tryGet === 'function';
}

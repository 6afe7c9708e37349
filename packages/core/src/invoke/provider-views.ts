import { isPlainObject } from '../json/is-plain-object.js';
import { ownerOf } from '../access/owner.js';
import type { ProviderScope, Token } from '../contract/token.js';
import { badOption } from '../errors/call-errors.js';
import { coreErrors } from '../errors/core-errors.js';
import type { Call } from './context/call.js';

/** The maps of a call's three scopes, narrowest first. */
export interface ProviderViews {
  readonly request: Map<Token, unknown>;
  readonly session: Map<Token, unknown>;
  /** A view without a way to change it: no cast leads to the map behind it. */
  readonly global: ReadonlyMap<Token, unknown>;
}

/** Looks a token up by presence, so that a bound `undefined` shadows what lies behind it. */
export function findProvider(
  { request, session, global }: ProviderViews,
  token: Token,
): { readonly value: unknown } | undefined {
  for (const view of [request, session, global]) if (view.has(token)) return { value: view.get(token) };
  return undefined;
}

/** Opens the views before the first hook, so that a broken registry fails the call at once; from here on its session is kept. */
export function openViews(call: Call): void {
  const { registry, sessionId } = call.options;
  call.bindings.global = registry?.getAllSingletons();
  if (sessionId !== undefined) call.bindings.session = openSession(call);
}

const noTokens: ReadonlyMap<Token, unknown> = new Map();

/** Gives all three views, and makes those that nobody has needed so far. */
export function viewsOf(call: Call): ProviderViews {
  const { bindings } = call;
  bindings.request ??= new Map();
  bindings.session ??= openSession(call);
  bindings.global ??= call.options.registry?.getAllSingletons() ?? noTokens;
  return { request: bindings.request, session: bindings.session.map, global: bindings.global };
}

/** Without a session id, what is bound to the session lives for this call only. */
function openSession({ options: { registry, sessionId }, ctx }: Call): NonNullable<Call['bindings']['session']> {
  return registry?.pinSession(sessionId, ownerOf(ctx.user)) ?? { map: new Map(), release: () => undefined };
}

/** Lets the registry forget the session of a call. */
export function releaseSession({ bindings }: Call): void {
  bindings.session?.release();
  bindings.session = undefined;
}

/** Binds what a hook returns from `willBindProviders` to the request, for later hooks and the tool. */
export function bindReturned(call: Call, hook: string, returned: unknown): void {
  call.ctx.bindProviders(new Map(pairsOf(returned, call.tool.id, hook)));
}

function pairsOf(returned: unknown, toolId: string, hook: string): [Token, unknown][] {
  if (returned instanceof Map) return [...returned];
  if (Array.isArray(returned) && returned.every((pair) => Array.isArray(pair) && pair.length === 2)) return returned;
  if (isPlainObject(returned)) return Reflect.ownKeys(returned).map((key) => [key, Reflect.get(returned, key)]);
  throw badOption(
    toolId,
    `hook "${hook}" returned something from willBindProviders that is no Map, list of pairs or object`,
  );
}

export function providerNotFound(token: Token): Error {
  return coreErrors.create('CALL_PROVIDER_NOT_FOUND', { token: tokenName(token) });
}

/** Names a token for people, whatever it is; one that was never imported is undefined. */
function tokenName(token: Token | undefined): string {
  if (typeof token === 'string') return `"${token}"`;
  if (typeof token === 'symbol' || token === undefined) return String(token);
  return token.name === '' ? 'an anonymous class' : token.name;
}

export function assertBindScope(scope: ProviderScope): void {
  if (scope === 'request' || scope === 'session') return;
  throw coreErrors.create('CALL_PROVIDER_SCOPE', { scope });
}

import { ownerOf } from '../access/owner.js';
import type { ProviderScope, Token } from '../contract/token.js';
import { coreErrors } from '../errors/core-errors.js';
import type { Invocation } from './invocation.js';

/** What a call can see: the maps of its three scopes, narrowest first. */
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

/** Before the first hook, so that a registry that is broken fails the call at once; from here on its session is kept. */
export function openViews(inv: Invocation): void {
  inv.global = inv.options.registry?.getAllSingletons();
  if (inv.options.sessionId !== undefined) inv.session = openSession(inv);
}

/** Without a session id, what is bound to the session lives for this call only. */
export function openSession(inv: Invocation): NonNullable<Invocation['session']> {
  const { registry, sessionId } = inv.options;
  return registry?.pinSession(sessionId, ownerOf(inv.ctx.user)) ?? { map: new Map(), release: () => undefined };
}

export function providerNotFound(token: Token): Error {
  return coreErrors.create('CALL_PROVIDER_NOT_FOUND', { token: tokenName(token) });
}

/** A name for people, whatever the token is; one that was never imported is undefined. */
function tokenName(token: Token | undefined): string {
  if (typeof token === 'string') return `"${token}"`;
  if (typeof token === 'symbol' || token === undefined) return String(token);
  return token.name === '' ? 'an anonymous class' : token.name;
}

export function assertBindScope(scope: ProviderScope): void {
  if (scope === 'request' || scope === 'session') return;
  throw coreErrors.create('CALL_PROVIDER_SCOPE', { scope });
}

/** From here on the session may be forgotten. */
export function letGoOfSession(inv: Invocation): void {
  inv.session?.release();
  inv.session = undefined;
}

import { canonicalJson, type ToolInvokeContext } from '@helve/core';
import { aFunction, check, eitherOf, type OptionCheck } from './check-options.js';

/** What calls can be counted by. */
export type CallScope = 'user' | 'tool' | 'session' | 'tenant' | 'global';

/** One scope, or several that count together: `user+tool` counts each user on each tool. */
export type CallScopes = CallScope | `${CallScope}+${CallScope}` | `${CallScope}+${CallScope}+${CallScope}`;

/** Says by which key a call is counted. */
export type CallKey = CallScopes | ((ctx: ToolInvokeContext) => string);

// Without a tenant or a session there is still one bucket: a limit must not vanish because something is missing.
const parts: { readonly [S in CallScope]: (ctx: ToolInvokeContext) => readonly (string | null)[] } = {
  user: ({ user }) => [user.id, user.tenant ?? null],
  tool: ({ toolId }) => [toolId],
  session: ({ sessionId, user }) => [sessionId ?? null, user.id, user.tenant ?? null],
  tenant: ({ user }) => [user.tenant ?? null],
  global: () => [],
};

export const aCallKey: OptionCheck = eitherOf(
  check('a scope (user, tool, session, tenant, global) or several with "+"', isScopes),
  aFunction,
);

/** The key of a call; `rule` tells apart what is counted by the same scope for another reason. */
export function keyOfCall(rule: readonly (string | number)[], by: CallKey, ctx: ToolInvokeContext): string {
  if (typeof by === 'function') return canonicalJson([...rule, 'own', by(ctx)]);
  const scopes = by.split('+').filter(isScope);
  return canonicalJson([...rule, ...scopes.flatMap((scope) => [scope, ...parts[scope](ctx)])]);
}

function isScope(value: string): value is CallScope {
  return Object.hasOwn(parts, value);
}

function isScopes(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const scopes = value.split('+');
  return scopes.every(isScope) && new Set(scopes).size === scopes.length;
}

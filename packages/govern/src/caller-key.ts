import { canonicalJson, ownerOf, type ToolInvokeContext } from '@helve/core';
import { aFunction, check, eitherOf, type OptionCheck } from '@helve/core/options';

/** The scope in which calls are counted together. */
export type CallScope = 'user' | 'tool' | 'session' | 'tenant' | 'global';

/** One scope, or several that count together: `user+tool` counts each user on each tool. */
export type CallScopes = CallScope | `${CallScope}+${CallScope}` | `${CallScope}+${CallScope}+${CallScope}`;

/** The scope, or a function that returns the key of a call. */
export type CallKey = CallScopes | ((ctx: ToolInvokeContext) => string);

type Field = (ctx: ToolInvokeContext) => string | undefined;

const owner: Field = (ctx) => ownerOf(ctx.user);
const tenant: Field = (ctx) => ctx.user.tenant;

// Calls without a tenant or a session share one bucket: a limit must not vanish because something is missing.
const fieldsOf: { readonly [S in CallScope]: readonly Field[] } = {
  user: [owner],
  tool: [(ctx) => ctx.toolId],
  session: [(ctx) => ctx.sessionId, owner],
  tenant: [tenant],
  global: [],
};

export const aCallKey: OptionCheck = eitherOf(
  check('a scope (user, tool, session, tenant, global) or several with "+"', isScopes),
  aFunction,
);

/** Creates the key of each call; `rule` separates counters of one scope that exist for different reasons. */
export function createCallKey(rule: readonly (string | number)[], by: CallKey): (ctx: ToolInvokeContext) => string {
  if (typeof by === 'function') return (ctx) => canonicalJson([...rule, 'own', by(ctx)]);
  const scopes = by.split('+').filter(isScope);
  const write = (ctx: ToolInvokeContext) => {
    const members = scopes.flatMap((scope) => [scope, ...fieldsOf[scope].map((field) => field(ctx) ?? null)]);
    return canonicalJson([...rule, ...members]);
  };
  return remember(
    scopes.flatMap((scope) => fieldsOf[scope]),
    write,
  );
}

interface KnownKey {
  key: string | undefined;
  readonly next: Map<string | undefined, KnownKey>;
}

const maxKnown = 10_000;

/** Caches each key: looking up an identical string, hashed already, is many times cheaper than an equal one. */
function remember(fields: readonly Field[], write: (ctx: ToolInvokeContext) => string) {
  let root: KnownKey = { key: undefined, next: new Map() };
  let count = 0;
  const grow = (from: KnownKey, value: string | undefined): KnownKey => {
    const known: KnownKey = { key: undefined, next: new Map() };
    from.next.set(value, known);
    count += 1;
    return known;
  };
  return (ctx: ToolInvokeContext): string => {
    if (count > maxKnown) {
      root = { key: undefined, next: new Map() };
      count = 0;
    }
    let known = root;
    for (const field of fields) {
      const value = field(ctx);
      known = known.next.get(value) ?? grow(known, value);
    }
    return (known.key ??= write(ctx));
  };
}

function isScope(value: string): value is CallScope {
  return Object.hasOwn(fieldsOf, value);
}

function isScopes(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const scopes = value.split('+');
  return scopes.every(isScope) && new Set(scopes).size === scopes.length;
}

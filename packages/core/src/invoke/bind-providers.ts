import { isPlainObject } from '../json/is-plain-object.js';
import type { Token } from '../contract/token.js';
import { badOption } from './call-errors.js';
import type { Invocation } from './invocation.js';

/** What a hook returns from `willBindProviders` is bound to the request, for later hooks and the tool. */
export function bindReturned(inv: Invocation, hook: string, returned: unknown): void {
  inv.ctx.bindProviders(new Map(pairsOf(returned, inv.tool.id, hook)));
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

import type { NamedKind } from '@helve/flow';
import type { ResolvedConfig } from '../config/config-keys.js';

/** Looks a name up in the config; returns any other value unchanged. */
export function namedOr(
  value: string,
  kind: Exclude<NamedKind, 'models'>,
  { resources }: Pick<ResolvedConfig, 'resources'>,
): string {
  const named = resources[kind];
  return Object.hasOwn(named, value) ? (named[value] ?? value) : value;
}

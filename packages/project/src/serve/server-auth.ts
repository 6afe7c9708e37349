import type { AuthOptions } from '@helve/gateway';
import type { Store } from '@helve/store';
import type { ServerAuth } from '../config/server-keys.js';

/** The ways in which callers say who they are: with keys where they are required, else as the config has it; none by default. */
export async function serverAuth(
  required: boolean,
  { keys = false, jwt, perMinute }: ServerAuth,
  openStore: () => Promise<Store>,
): Promise<AuthOptions | undefined> {
  const withKeys = keys || required;
  if (!withKeys && jwt === undefined) return undefined;
  return {
    ...(withKeys ? { keys: (await openStore()).apiKeys } : {}),
    ...(jwt === undefined ? {} : { jwt }),
    ...(perMinute === undefined ? {} : { perMinute }),
  };
}

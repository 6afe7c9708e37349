import type { AuthOptions } from '@helve/gateway';
import type { Store } from '@helve/store';
import { cliErrors } from '../cli-errors.js';
import type { ServerAuth } from '../config/server-keys.js';

/** How those who ask show who they are: as the flag says, else as the config does; nobody has to by default. */
export async function authOf(
  flag: string | undefined,
  { keys = false, jwt, perMinute }: ServerAuth,
  openStore: () => Promise<Store>,
): Promise<AuthOptions | undefined> {
  if (flag !== undefined && flag !== 'keys') {
    throw cliErrors.create('CLI_USAGE', { problem: `--auth takes "keys", not "${flag}"` });
  }
  const withKeys = keys || flag === 'keys';
  if (!withKeys && jwt === undefined) return undefined;
  return {
    ...(withKeys ? { keys: (await openStore()).apiKeys } : {}),
    ...(jwt === undefined ? {} : { jwt }),
    ...(perMinute === undefined ? {} : { perMinute }),
  };
}

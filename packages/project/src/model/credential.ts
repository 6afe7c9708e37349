import type { ResolvedConfig } from '../config/config-keys.js';
import type { Environment } from '../project-io.js';

/** The credentials that a config names, by their variables. */
export type Credentials = Pick<ResolvedConfig['resources'], 'credentials'>;

/** The variable that holds a credential: that of the config, else one whose name begins so that a flow reaches no other. */
export function credentialVariable(name: string, { credentials }: Credentials): string {
  const named = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (named !== undefined) return named;
  return `HELVE_CREDENTIAL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/** Finds the key of a credential. */
export function findCredential(name: string, env: Environment, named: Credentials): string | undefined {
  const key = env[credentialVariable(name, named)];
  return key === '' ? undefined : key;
}

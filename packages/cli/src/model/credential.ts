import type { Io } from '../io.js';

/** The variable that holds a credential: a name in a flow cannot reach any other variable. */
export function credentialVariable(name: string): string {
  return `HELVE_CREDENTIAL_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/** The key that a credential stands for. */
export function credentialOf(name: string, env: Io['env']): string | undefined {
  const key = env[credentialVariable(name)];
  return key === '' ? undefined : key;
}

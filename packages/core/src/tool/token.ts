import type { ProviderToken } from '../contract/token.js';

/** Makes a typed token; each call makes a new one, whatever the name. */
export function token<T>(name: string): ProviderToken<T> {
  return Object.freeze({ name }) as ProviderToken<T>;
}

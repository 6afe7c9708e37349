const storageKey = 'helve-key';

/** Returns the API key of this tab; `undefined` where none is needed. */
export function readApiKey(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

export function storeApiKey(key: string | undefined): void {
  if (key === undefined || key === '') sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, key);
}

const storageKey = 'helve-key';

/** The key that requests are signed with, for this tab only; `undefined` where the door asks for none. */
export function readApiKey(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

export function storeApiKey(key: string | undefined): void {
  if (key === undefined || key === '') sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, key);
}

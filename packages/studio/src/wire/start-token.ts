const storageKey = 'helve-start';
const parameter = 'start';

/** Returns the start token of this tab; `undefined` when the page was opened without it. */
export function startToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Forgets a start token that the gateway does not know any more. */
export function forgetStartToken(): void {
  sessionStorage.removeItem(storageKey);
}

/** Moves the start token from the address, where others could read it, into the storage of this tab. */
export function takeStartToken(): void {
  const { token, hash } = splitStartToken(location.hash);
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(history.state, '', hash);
}

/** Splits the start token from the hash of an address. */
export function splitStartToken(hash: string): { readonly token: string | undefined; readonly hash: string } {
  const [path = '', query = ''] = hash.split('?');
  const values = new URLSearchParams(query);
  const token = values.get(parameter) ?? undefined;
  values.delete(parameter);
  const rest = values.toString();
  return { token, hash: rest === '' ? path : `${path}?${rest}` };
}

const storageKey = 'helve-start';
const parameter = 'start';

/** The token of whoever started the server, for this tab only; `undefined` if the page was opened without it. */
export function startToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Takes the start token out of the address, where history and shoulders would read it, and keeps it for this tab. */
export function takeStartToken(): void {
  const { token, hash } = splitStartToken(location.hash);
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(history.state, '', hash);
}

/** The token in the hash of an address, and the hash without it. */
export function splitStartToken(hash: string): { readonly token: string | undefined; readonly hash: string } {
  const [path = '', query = ''] = hash.split('?');
  const values = new URLSearchParams(query);
  const token = values.get(parameter) ?? undefined;
  values.delete(parameter);
  const rest = values.toString();
  return { token, hash: rest === '' ? path : `${path}?${rest}` };
}

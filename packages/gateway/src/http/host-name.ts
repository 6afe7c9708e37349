const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** The name in a Host header, in lower case and without its port; `undefined` if it is none. */
export function toHostName(host: string): string | undefined {
  return hostPattern.exec(host)?.[1]?.toLowerCase();
}

/** A host as it stands in a URL: IPv6 in brackets. */
export function toUrlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}

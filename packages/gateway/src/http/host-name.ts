const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** The name in a Host header, in lower case and without its port; `undefined` if it is none. */
export function hostNameOf(host: string): string | undefined {
  return hostPattern.exec(host)?.[1]?.toLowerCase();
}

/** A host as it stands in a URL: IPv6 in brackets. */
export function toUrlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

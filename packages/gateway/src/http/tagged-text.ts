import { createHash } from 'node:crypto';
import type { RegistrySnapshot, ToolContract } from '@helve/core';
import { readHeader, type Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';

/** A text that is sent many times, with the ETag by which a client knows that it has it already. */
export interface TaggedText {
  readonly text: string;
  readonly contentType: string;
  readonly etag: string;
}

export function toTagged(text: string, contentType: string): TaggedText {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return Object.freeze({ text, contentType, etag });
}

/** Answers 304 when the client has this very text, else with the text. */
export function toTaggedOutbound(request: Inbound, { text, contentType, etag }: TaggedText): Outbound {
  const headers = { etag, 'cache-control': 'no-cache' };
  const known = readHeader(request, 'if-none-match');
  if (known !== undefined && isListed(etag, known)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body: text };
}

function isListed(etag: string, known: string): boolean {
  return known
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Caches what `make` derives from a registry, or from a view of one, for as long as the view exists and does not change. */
export function perView<T>(
  make: (contracts: readonly ToolContract[], version: string) => T,
): (tools: RegistrySnapshot) => T {
  const cache = new WeakMap<readonly ToolContract[], { readonly version: string; readonly made: T }>();
  return (tools) => {
    const contracts = tools.contracts();
    const { version } = tools;
    let entry = cache.get(contracts);
    if (entry?.version !== version) cache.set(contracts, (entry = { version, made: make(contracts, version) }));
    return entry.made;
  };
}

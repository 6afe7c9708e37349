import { createHash } from 'node:crypto';
import type { RegistrySnapshot, ToolContract } from '@helve/core';
import { headerOf } from './header-of.js';
import { lightResponse } from './light-response.js';

/** A text that is sent many times, with the tag by which a client knows that it has it already. */
export interface TaggedText {
  readonly text: string;
  readonly contentType: string;
  readonly etag: string;
}

export function toTagged(text: string, contentType: string): TaggedText {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return Object.freeze({ text, contentType, etag });
}

/** 304 if the client has this very text, else the text. */
export function answerTagged(request: Request, { text, contentType, etag }: TaggedText): Response {
  const headers = { etag, 'cache-control': 'no-cache' };
  const known = headerOf(request, 'if-none-match');
  if (known !== null && isListed(etag, known)) return lightResponse(null, 304, headers);
  return lightResponse(text, 200, { ...headers, 'content-type': contentType });
}

function isListed(etag: string, known: string): boolean {
  return known
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Something made of the contents of a registry, or of a view of one: made once, anew after a change, and kept for as long as its view is. */
export function perView<T>(
  make: (contracts: readonly ToolContract[], version: string) => T,
): (tools: RegistrySnapshot) => T {
  const kept = new WeakMap<readonly ToolContract[], { readonly version: string; readonly made: T }>();
  return (tools) => {
    const contracts = tools.contracts();
    const { version } = tools;
    let entry = kept.get(contracts);
    if (entry?.version !== version) kept.set(contracts, (entry = { version, made: make(contracts, version) }));
    return entry.made;
  };
}

import { createHash } from 'node:crypto';
import type { RegistrySnapshot, ToolContract } from '@helve/core';

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
  const known = request.headers.get('if-none-match');
  if (known !== null && isListed(etag, known)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': contentType } });
}

function isListed(etag: string, known: string): boolean {
  return known
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Something made of the contents of a registry: made once, and anew only after a change. */
export function perContents<T>(
  tools: RegistrySnapshot,
  make: (contracts: readonly ToolContract[], version: string) => T,
): () => T {
  let kept: { readonly contracts: readonly ToolContract[]; readonly version: string; readonly made: T } | undefined;
  return () => {
    const contracts = tools.contracts();
    const { version } = tools;
    if (kept?.contracts !== contracts || kept.version !== version) {
      kept = { contracts, version, made: make(contracts, version) };
    }
    return kept.made;
  };
}

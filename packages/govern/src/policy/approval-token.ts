import { sha256 } from '@helve/core';

/** A secret that lets its holder approve, and what may be known of it. */
export interface ApprovalToken {
  readonly token: string;
  readonly tokenHash: string;
  /** Public; follows from the token, so whoever presents the token finds the request it belongs to. */
  readonly id: string;
}

/** 256 random bits. */
export function newApprovalToken(): ApprovalToken {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return { token, ...readApprovalToken(token) };
}

export function readApprovalToken(token: string): Omit<ApprovalToken, 'token'> {
  const tokenHash = sha256(token);
  return { tokenHash, id: `apr_${sha256(`id of ${tokenHash}`).slice(0, 32)}` };
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

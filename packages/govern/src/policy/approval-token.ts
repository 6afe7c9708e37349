import { sha256 } from '@helve/core';

/** A secret that authorises an approval, with its public parts. */
export interface ApprovalToken {
  readonly token: string;
  readonly tokenHash: string;
  /** Public, and no help in guessing the token. */
  readonly id: string;
}

/** Creates a token of 256 random bits. */
export function newApprovalToken(): ApprovalToken {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const { tokenHash } = readApprovalToken(token);
  return { token, tokenHash, id: `apr_${sha256(`id of ${tokenHash}`).slice(0, 32)}` };
}

/** Returns the hash under which a store finds a token. */
export function readApprovalToken(token: string): Pick<ApprovalToken, 'tokenHash'> {
  return { tokenHash: sha256(token) };
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

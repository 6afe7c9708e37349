import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { VaultSecret, VaultRecord, VaultScope } from '@helve/flow';
import type { VaultKey } from './vault-key.js';

/** One line of a vault file: the scope of a secret in the open, the secret itself encrypted. */
export interface SealedRecord extends VaultScope {
  readonly token: string;
  readonly nonce: string;
  readonly data: string;
}

const cipher = 'aes-256-gcm';

/** Position of a record: its number, and the tag of the previous one. */
export interface RecordPosition {
  readonly number: number;
  readonly before: string;
}

/**
 * Encrypts one secret; document, block, token and position are bound to it, so that no line can be moved or removed.
 */
export function sealRecord(
  key: VaultKey,
  { document, block, secret }: VaultRecord,
  position: RecordPosition,
): SealedRecord {
  const nonce = nextNonce();
  const sealer = createCipheriv(cipher, key.bytes, nonce);
  sealer.setAAD(boundTo(document, block, secret.token, position));
  const { category, value } = secret;
  const data = Buffer.concat([sealer.update(JSON.stringify({ category, value }), 'utf8'), sealer.final()]);
  return {
    document,
    block,
    token: secret.token,
    nonce: nonce.toString('base64'),
    data: Buffer.concat([data, sealer.getAuthTag()]).toString('base64'),
  };
}

const nonceBytes = 12;
let nonces = Buffer.alloc(0);

/**
 * Returns the next nonce; random bytes are requested for many at a time, since each request costs more than the bytes.
 */
function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(nonceBytes * 1_024);
  const nonce = nonces.subarray(0, nonceBytes);
  nonces = nonces.subarray(nonceBytes);
  return nonce;
}

/** Decrypts one secret; throws with another key, or when anything was changed. */
export function openRecord(key: VaultKey, sealed: SealedRecord, position: RecordPosition): VaultSecret {
  const { document, block, token, nonce, data } = sealed;
  const bytes = Buffer.from(data, 'base64');
  const opener = createDecipheriv(cipher, key.bytes, Buffer.from(nonce, 'base64'));
  opener.setAAD(boundTo(document, block, token, position));
  opener.setAuthTag(bytes.subarray(-16));
  const text = Buffer.concat([opener.update(bytes.subarray(0, -16)), opener.final()]).toString('utf8');
  return { token, ...(JSON.parse(text) as Pick<VaultSecret, 'category' | 'value'>) };
}

/** Returns the tag that the next record is bound to. */
export function authTag({ data }: SealedRecord): string {
  return Buffer.from(data, 'base64').subarray(-16).toString('base64');
}

function boundTo(document: string, block: string, token: string, { number, before }: RecordPosition): Buffer {
  return Buffer.from(JSON.stringify([document, block, token, number, before]), 'utf8');
}

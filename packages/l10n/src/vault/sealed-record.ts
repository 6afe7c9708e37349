import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secret, VaultRecord, VaultScope } from '@helve/flow';
import type { VaultKey } from './vault-key.js';

/** One line of a vault file: where a secret belongs in the open, the secret itself encrypted. */
export interface SealedRecord extends VaultScope {
  readonly token: string;
  readonly nonce: string;
  readonly data: string;
}

const cipher = 'aes-256-gcm';

/** Encrypts one secret; document, block and token are bound to it, so that no line can be moved to another place. */
export function sealRecord(key: VaultKey, { document, block, secret }: VaultRecord): SealedRecord {
  const nonce = randomBytes(12);
  const sealer = createCipheriv(cipher, key.bytes, nonce);
  sealer.setAAD(placeOf(document, block, secret.token));
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

/** Decrypts one secret, or throws: with another key, or when anything was changed. */
export function openRecord(key: VaultKey, { document, block, token, nonce, data }: SealedRecord): Secret {
  const bytes = Buffer.from(data, 'base64');
  const opener = createDecipheriv(cipher, key.bytes, Buffer.from(nonce, 'base64'));
  opener.setAAD(placeOf(document, block, token));
  opener.setAuthTag(bytes.subarray(-16));
  const text = Buffer.concat([opener.update(bytes.subarray(0, -16)), opener.final()]).toString('utf8');
  return { token, ...(JSON.parse(text) as Pick<Secret, 'category' | 'value'>) };
}

function placeOf(document: string, block: string, token: string): Buffer {
  return Buffer.from(JSON.stringify([document, block, token]), 'utf8');
}

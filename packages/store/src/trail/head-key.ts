import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TrailHead } from '@helve/core';
import { makeFolder } from '../make-folder.js';
import { storeErrors } from '../store-errors.js';

/** Result of checking a signature. */
export type SignatureState = 'right' | 'wrong' | 'of another key';

/** Signs the heads of a trail, so that nobody without the key can forge one. */
export interface HeadKey {
  sign(head: TrailHead): string;
  check(head: TrailHead, signature: string): SignatureState;
}

/** Creates a key: HMAC-SHA-256 with a secret of 32 bytes or more, or Ed25519 with a private key in PEM. */
function createHeadKey(text: string): HeadKey {
  const secret = text.trim();
  return secret.startsWith('-----BEGIN') ? signatureKey(createPrivateKey(secret)) : secretKey(secret);
}

const MIN_SECRET_CHARS = 32;

function secretKey(secret: string): HeadKey {
  if (secret.length < MIN_SECRET_CHARS) throw new Error(`it is shorter than ${MIN_SECRET_CHARS} characters`);
  const mac = (head: TrailHead) => createHmac('sha256', secret).update(renderHead(head)).digest();
  return createKey('hmac-sha256', fingerprint(secret), {
    make: (head) => mac(head).toString('base64'),
    isRight: (head, bytes) => bytes.length === 32 && timingSafeEqual(bytes, mac(head)),
  });
}

function signatureKey(key: KeyObject): HeadKey {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is neither a secret nor an Ed25519 key');
  const publicKey = createPublicKey(key);
  const id = fingerprint(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  return createKey('ed25519', id, {
    make: (head) => sign(null, Buffer.from(renderHead(head)), key).toString('base64'),
    isRight: (head, bytes) => verify(null, Buffer.from(renderHead(head)), publicKey, bytes),
  });
}

interface Algorithm {
  make(head: TrailHead): string;
  isRight(head: TrailHead, signature: Buffer): boolean;
}

/** Creates signatures that name their algorithm and key: `hmac-sha256 1f2e… base64`. */
function createKey(algorithm: string, id: string, { make, isRight }: Algorithm): HeadKey {
  const mark = `${algorithm} ${id} `;
  return Object.freeze({
    sign: (head) => mark + make(head),
    check: (head, signature) => {
      if (!signature.startsWith(mark)) return 'of another key';
      return isRight(head, Buffer.from(signature.slice(mark.length), 'base64')) ? 'right' : 'wrong';
    },
  } satisfies HeadKey);
}

function renderHead({ count, hash: headHash }: TrailHead): string {
  return `helve trail head\n${count}\n${headHash}`;
}

function fingerprint(text: string): string {
  return hash('sha256', `helve trail key\n${text}`).slice(0, 16);
}

/** Reads a key from its file; `make` creates a missing file, readable by its owner only. */
export function readHeadKey(file: string, make: boolean): HeadKey {
  try {
    if (make) makeKeyFile(file);
    return createHeadKey(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw storeErrors.create('STORE_TRAIL_KEY_UNUSABLE', { file, problem: toProblem(cause) }, { cause });
  }
}

function makeKeyFile(file: string): void {
  try {
    makeFolder(dirname(file), 0o700);
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // The common case: the file exists, created by an earlier process or by another one just now.
    if (readCode(error) !== 'EEXIST') throw error;
  }
}

function toProblem(cause: unknown): string {
  const code = readCode(cause);
  if (code === 'ENOENT') return 'there is no such file';
  if (code !== '') return `it cannot be read (${code})`;
  return cause instanceof Error ? cause.message : 'it cannot be read';
}

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

import { storeErrors } from '../store-errors.js';

const sha256Name = /^[0-9a-f]{64}$/;

/** True for what can be the name of a blob; anything else is no path and no key. */
export function isBlobName(name: string): boolean {
  return sha256Name.test(name);
}

/** The error of a blob that is not there. */
export function blobUnknown(name: string, cause?: unknown): Error {
  return storeErrors.create('STORE_BLOB_UNKNOWN', { blob: name.slice(0, 64) }, cause === undefined ? {} : { cause });
}

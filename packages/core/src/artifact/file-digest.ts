import { sha256 } from '../json/sha256.js';

const TAIL = /^,\n {2}"fileDigest": "([0-9a-f]{64})"\n\}\n$/;

/** Number of characters, which are as many bytes, at the end of a file that vouch for the rest. */
export const FILE_DIGEST_LENGTH = tailOf('0'.repeat(64)).length;

/**
 * Ends the JSON text of an artifact or a side file, indented by two spaces, with the digest of all that stands before.
 * A loader that finds it right knows every byte at the price of one hash, and reads no content twice.
 */
export function withFileDigest(text: string): string {
  const body = text.replace(/\n\}\n?$/, '');
  return `${body}${tailOf(sha256(body))}`;
}

/** The digest that the last `FILE_DIGEST_LENGTH` characters of a file claim; `undefined` if they claim none. */
export function claimedFileDigest(tail: string): string | undefined {
  return TAIL.exec(tail)?.[1];
}

function tailOf(digest: string): string {
  return `,\n  "fileDigest": "${digest}"\n}\n`;
}

import { countOf } from '@helve/core';
import { createHash, createHmac } from 'node:crypto';
import { l10nErrors } from '../l10n-errors.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const tokenLength = 10;

/** Key of a vault: 32 bytes that its owner provides. */
export class VaultKey {
  readonly #bytes: Buffer;
  /** Identifies the key that a file was written with, without revealing it. */
  readonly id: string;

  constructor(bytes: Uint8Array) {
    if (bytes.length !== 32) {
      throw l10nErrors.create('L10N_VAULT', { problem: `its key has ${countOf(bytes.length, 'byte')} instead of 32` });
    }
    this.#bytes = Buffer.from(bytes);
    this.id = createHash('sha256').update('helve.vault key id\0').update(this.#bytes).digest('hex').slice(0, 16);
  }

  /** The key bytes, for the cipher only. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  tokenOf(category: string, original: string): string {
    const mac = createHmac('sha256', this.#bytes).update(`${category}\0${original}`).digest();
    return `rdx${toBase32(mac).slice(0, tokenLength)}`;
  }

  /** Returns the name of a block in the open: its real name may reveal as much as its text. */
  nameOf(block: string): string {
    return toBase32(createHmac('sha256', this.#bytes).update(`block\0${block}`).digest().subarray(0, 15));
  }

  /** Signs public facts of a vault. */
  macOf(text: string): string {
    return createHmac('sha256', this.#bytes).update(`mac\0${text}`).digest('base64');
  }

  toJSON(): string {
    return '[secret]';
  }
}

/** Encodes as base 32, five bits per letter, whole letters only. */
function toBase32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += alphabet.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return out;
}

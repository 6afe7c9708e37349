import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { isPlainObject } from '@helve/core';
import type { VaultRecord } from '@helve/flow';
import { openRecord, sealRecord, authTag, type SealedRecord } from './sealed-record.js';
import { VaultHead, writeWhole } from './vault-head.js';
import { refuseVault } from './refuse-vault.js';
import type { VaultKey } from './vault-key.js';

const schema = 'helve.vault/v1';
const NEWLINE = 0x0a;

/**
 * The file of a vault: a header, then one encrypted record per line. Each line is bound to its number and to the line
 * before it, so that none can be removed or moved. Lines are read once: the file only grows, and half a line at
 * its end, from a process that was killed, is cut off by the next writer.
 *
 *     header ◀── record 1 ◀── record 2 ◀── … ◀── record n        beside it, the head: n and the tag of record n
 */
export class VaultFile {
  readonly #path: string;
  readonly #key: VaultKey;
  readonly #head: VaultHead;
  readonly #seen: (record: VaultRecord) => void;
  #file: number | undefined;
  #id = '';
  /** Number of bytes read, up to the end of a line. */
  #offset = 0;
  #count = 0;
  #tag = '';

  constructor(path: string, key: VaultKey, seen: (record: VaultRecord) => void) {
    this.#path = path;
    this.#key = key;
    this.#head = new VaultHead(`${path}.head`, key);
    this.#seen = seen;
  }

  /** Creates the file if it is missing; it appears with its header, or not at all. Requires the lock. */
  create(): void {
    const head = this.#head.read();
    if (isThere(this.#path)) return;
    if (head !== undefined && head.count > 0) refuseVault('its file is gone, but its head lists records');
    const id = randomBytes(8).toString('hex');
    try {
      this.#head.write({ id, count: 0, tag: id });
      writeWhole(this.#path, `${JSON.stringify({ schema, keyId: this.#key.id, id })}\n`);
    } catch (cause) {
      refuseVault('its file cannot be opened', cause);
    }
  }

  /** Reads the lines added since, by any process. */
  catchUp(): void {
    const file = this.#opened();
    const { size } = fstatSync(file);
    if (size < this.#offset) refuseVault('lines of its file were deleted');
    const bytes = Buffer.allocUnsafe(size - this.#offset);
    const complete = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, this.#offset)).lastIndexOf(NEWLINE) + 1;
    const lines = bytes.toString('utf8', 0, complete).split('\n').slice(0, -1);
    if (this.#offset === 0) this.#readHeader(lines.shift() ?? '');
    const head = this.#head.read();
    this.#assertHead(head?.count === this.#count ? head.tag : this.#tag);
    for (const line of lines) {
      this.#read(line);
      if (head?.count === this.#count) this.#assertHead(head.tag);
    }
    this.#offset += complete;
    if (head === undefined || head.id !== this.#id) refuseVault('its head is missing or belongs to another vault');
    if (head.count > this.#count) refuseVault('lines of its file were deleted');
  }

  /** Appends records after those read last. Requires the lock. */
  append(records: readonly VaultRecord[]): void {
    const file = this.#opened();
    // Only half a line can be there: everything else was read, and nobody else writes.
    if (fstatSync(file).size > this.#offset) ftruncateSync(file, this.#offset);
    let [count, tag, text] = [this.#count, this.#tag, ''];
    for (const record of records) {
      const sealed = sealRecord(this.#key, record, { number: (count += 1), before: tag });
      tag = authTag(sealed);
      text += `${JSON.stringify(sealed)}\n`;
    }
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, this.#offset + at);
      fdatasyncSync(file);
    } catch (cause) {
      ftruncateSync(file, this.#offset);
      refuseVault('its file cannot be written', cause);
    }
    [this.#count, this.#tag] = [count, tag];
    this.#offset += bytes.length;
    this.#head.write({ id: this.#id, count, tag });
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #opened(): number {
    return (this.#file ??= openSync(this.#path, 'r+'));
  }

  #readHeader(line: string): void {
    const header = parse(line);
    if (!isPlainObject(header) || header['schema'] !== schema || typeof header['id'] !== 'string')
      return refuseVault(`its file is not ${schema}`);
    if (header['keyId'] !== this.#key.id) refuseVault('it was written with another key');
    this.#id = this.#tag = header['id'];
  }

  #read(line: string): void {
    const number = this.#count + 1;
    const sealed = parse(line);
    if (!isSealed(sealed)) return refuseVault(`line ${number + 1} of its file is not a record`);
    let secret: VaultRecord['secret'];
    try {
      secret = openRecord(this.#key, sealed, { number, before: this.#tag });
    } catch (cause) {
      return refuseVault(`line ${number + 1} of its file was changed, or lines before it were deleted or moved`, cause);
    }
    this.#seen({ document: sealed.document, block: sealed.block, secret });
    this.#count = number;
    this.#tag = authTag(sealed);
  }

  #assertHead(tag: string): void {
    if (tag !== this.#tag) refuseVault('its lines do not match its head');
  }
}

/** True when the file exists and is not empty; the creator of an empty one was stopped before it had a header. */
function isThere(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).size > 0;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    return refuseVault('its file cannot be opened', error);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isSealed(value: unknown): value is SealedRecord {
  return (
    isPlainObject(value) &&
    ['document', 'block', 'token', 'nonce', 'data'].every((name) => typeof value[name] === 'string')
  );
}

import { open, type FileHandle } from 'node:fs/promises';
import { canonicalJson, isPlainObject } from '@helve/core';
import type { Vault, VaultRecord, VaultScope } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';
import { placeOf, SecretShelf } from './create-memory-vault.js';
import { openRecord, sealRecord, type SealedRecord } from './sealed-record.js';
import { VaultKey } from './vault-key.js';

export interface FileVaultOptions {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const schema = 'helve.vault/v1';

/**
 * A vault in a file: a header line, then one encrypted record a line. A record counts once it is on the disk; half a
 * line at the end, from a crash, is cut off. Blocks have names there that only the key can make.
 */
export async function openFileVault({ path, key }: FileVaultOptions): Promise<Vault> {
  const vaultKey = new VaultKey(key);
  const shelf = new SecretShelf();
  const file = await open(path, 'a+', 0o600).catch((cause: unknown) => refuse(`its file cannot be opened`, cause));
  try {
    await readAll(file, vaultKey, shelf);
  } catch (error) {
    await file.close();
    throw error;
  }
  const hidden = ({ document, block }: VaultScope): VaultScope => ({ document, block: vaultKey.nameOf(block) });
  let last: Promise<void> = Promise.resolve();
  let waiting: { readonly records: VaultRecord[]; readonly written: Promise<void> } | undefined;
  return {
    tokenOf: (category, original) => vaultKey.tokenOf(category, original),
    // Whoever comes while others are being written shares the next write with all who wait.
    put: (records) => {
      if (waiting === undefined) {
        const batch: VaultRecord[] = [];
        const written = last.then(() => {
          waiting = undefined;
          return append(file, vaultKey, shelf, batch);
        });
        waiting = { records: batch, written };
        last = written.catch(() => undefined);
      }
      for (const { secret, ...scope } of records) waiting.records.push({ ...hidden(scope), secret });
      return waiting.written;
    },
    get: async (scope, token) => shelf.get(hidden(scope), token),
    list: async (scope) => shelf.list(hidden(scope)),
    close: async () => {
      await last;
      shelf.clear();
      await file.close();
    },
  };
}

/** Only what the file does not hold yet is written, so that running again changes nothing. */
async function append(
  file: FileHandle,
  key: VaultKey,
  shelf: SecretShelf,
  records: readonly VaultRecord[],
): Promise<void> {
  const fresh = freshOf(records, shelf);
  if (fresh.length === 0) return;
  const lines = fresh.map((record) => `${JSON.stringify(sealRecord(key, record))}\n`).join('');
  const { size } = await file.stat();
  try {
    await file.writeFile(lines);
    await file.datasync();
  } catch (cause) {
    await file.truncate(size).catch(() => undefined);
    refuse('its file cannot be written', cause);
  }
  for (const { secret, ...scope } of fresh) shelf.add(scope, secret);
}

/** A record is written unless it is there already, as one of the last of its block: the latest must stay the latest. */
function freshOf(records: readonly VaultRecord[], shelf: SecretShelf): readonly VaultRecord[] {
  const counts = new Map<string, number>();
  for (const scope of records) counts.set(placeOf(scope), (counts.get(placeOf(scope)) ?? 0) + 1);
  return records.filter(({ secret, ...scope }) => {
    const latest = shelf.list(scope).slice(-(counts.get(placeOf(scope)) ?? 0));
    const known = latest.find(({ token }) => token === secret.token);
    return known === undefined || canonicalJson(known) !== canonicalJson(secret);
  });
}

async function readAll(file: FileHandle, key: VaultKey, shelf: SecretShelf): Promise<void> {
  const text = await file.readFile('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
  const [header, ...lines] = whole.split('\n').filter((line) => line !== '');
  if (header === undefined) {
    await file.writeFile(`${JSON.stringify({ schema, keyId: key.id })}\n`);
    await file.datasync();
    return;
  }
  checkHeader(parse(header), key);
  lines.forEach((line, index) => {
    const record = parse(line);
    if (!isSealed(record)) refuse(`line ${index + 2} of its file is no record`);
    shelf.add(record, unseal(key, record, index + 2));
  });
}

function unseal(key: VaultKey, record: SealedRecord, line: number) {
  try {
    return openRecord(key, record);
  } catch (cause) {
    return refuse(`line ${line} of its file was changed`, cause);
  }
}

function checkHeader(header: unknown, key: VaultKey): void {
  if (!isPlainObject(header) || header['schema'] !== schema) refuse(`its file is no ${schema}`);
  if (header['keyId'] !== key.id) refuse('it was written with another key');
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

function refuse(problem: string, cause?: unknown): never {
  throw l10nErrors.create('L10N_VAULT', { problem }, cause === undefined ? {} : { cause });
}

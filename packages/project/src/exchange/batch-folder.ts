import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownerOf, sha256, type ToolInvokeContext } from '@helve/core';
import { isBatchId, manifestText, readExchangeManifest, type ExchangeManifest } from '@helve/l10n';
import { makeFolder } from '../file/make-folder.js';
import { writeFileAtomic } from '../file/write-file-atomic.js';
import { projectErrors } from '../project-errors.js';
import { isAtTerminal } from '../reach/caller-files.js';

/** Batches of one owner. Others do not learn that a batch is there. */
export interface BatchFolder {
  /** Digest of the owner; undefined for the person at the terminal. */
  readonly owner: string | undefined;
  /** Where the files of a batch are kept. */
  folderOf(batch: string): string;
  /** Reads a manifest; undefined where there is none of this owner. */
  find(batch: string): Promise<ExchangeManifest | undefined>;
  /** Reads a manifest that somebody named, by its id or the beginning of it. */
  get(batch: string): Promise<ExchangeManifest>;
  /** All manifests of the owner, oldest first; those that cannot be used are left to `get`. */
  list(): Promise<readonly ExchangeManifest[]>;
  /** Writes a manifest whole, with the bytes of sources by name. */
  put(manifest: ExchangeManifest, sources?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(batch: string): Promise<void>;
}

const MANIFEST = 'manifest.json';

/** Opens the batches of a caller: those of the terminal are in `.helve/exchange`, those of others in a folder of their owner below. */
export function openBatchFolder(folder: string, ctx: ToolInvokeContext): BatchFolder {
  const owner = isAtTerminal(ctx) ? undefined : sha256(ownerOf(ctx.user));
  const root = join(folder, '.helve', 'exchange', ...(owner === undefined ? [] : [`owner-${owner}`]));
  const folderOf = (batch: string) => join(root, batch);
  const read = async (batch: string) => {
    const text = await readFile(join(folderOf(batch), MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const manifest = readExchangeManifest(text, batch);
    return manifest.owner === owner ? manifest : undefined;
  };
  // One command asks for its batch several times, and each manifest is checked whole.
  const known = new Map<string, ReturnType<typeof read>>();
  const find = async (batch: string) => {
    if (!isBatchId(batch)) return undefined;
    const manifest = known.get(batch) ?? read(batch);
    known.set(batch, manifest);
    return manifest;
  };
  const names = async () => (await readdir(root).catch(() => [])).filter(isBatchId);
  return {
    owner,
    folderOf,
    find,
    async get(batch) {
      const exact = await find(batch);
      if (exact !== undefined) return exact;
      const near = /^[0-9a-f]{4,}$/.test(batch) ? (await names()).filter((name) => name.startsWith(batch)) : [];
      const found = (await Promise.all(near.map(find))).filter((one) => one !== undefined);
      if (found.length === 1 && found[0] !== undefined) return found[0];
      throw projectErrors.create('PROJECT_BATCH_UNKNOWN', { batch });
    },
    async list() {
      const all = (await names()).map((name) => find(name).catch(() => undefined));
      const found = (await Promise.all(all)).filter((one) => one !== undefined);
      return found.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    },
    async put(manifest, sources = new Map()) {
      const place = folderOf(manifest.batch);
      await makeFolder(place, 0o700);
      for (const [name, bytes] of sources) await writeSource(join(place, 'source', name), bytes);
      await writeFileAtomic(join(place, MANIFEST), manifestText(manifest), true);
      known.delete(manifest.batch);
    },
    async remove(batch) {
      await rm(folderOf(batch), { recursive: true, force: true });
      known.delete(batch);
    },
  };
}

async function writeSource(file: string, bytes: Uint8Array): Promise<void> {
  const { writeOutput } = await import('@helve/flow/engine');
  await makeFolder(dirname(file), 0o700);
  await writeOutput(file, (output) => output.write(bytes));
}

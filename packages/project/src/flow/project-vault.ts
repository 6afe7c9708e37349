import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Json } from '@helve/core';
import type { Vault } from '@helve/flow';
import { planSteps, type FlowPlan } from '@helve/flow/engine';
import { createMemoryVault, l10nErrors, openFileVault } from '@helve/l10n/run';
import { makeFolder } from '../file/make-folder.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { Environment } from '../project-io.js';
import { removeDeadLocks, withFileLock } from '../file/with-file-lock.js';
import { namedOr } from '../reach/named-or.js';

/** The vault of a project, as its tools may name it. */
export const projectVault = '.helve/vault.ndjson';

/** Where a vault is looked for. */
export interface VaultLocation {
  /** The folder of the project. */
  readonly folder: string;
  readonly env: Environment;
  readonly resources: ResolvedConfig['resources'];
}

/**
 * The vault that the steps of a plan name: a file, one in memory, or that of the project. The key
 * is that of `HELVE_VAULT_KEY` or of a key file beside the project's vault.
 */
export async function openPlanVault(
  plan: FlowPlan,
  { folder, env, resources }: VaultLocation,
): Promise<Vault | undefined> {
  const steps = planSteps(plan).filter(({ contract }) => contract.requires?.includes('vault') === true);
  if (steps.length === 0) return undefined;
  const [name, another] = new Set(steps.map(({ config }) => readName(config['vault'])));
  if (another !== undefined)
    throw refuse(`the steps of a flow share one, and name "${name ?? projectVault}" and "${another}"`);
  if (name === 'memory') return createMemoryVault();
  const dataFolder = join(folder, '.helve');
  await makeFolder(dataFolder);
  const path = resolve(folder, namedOr(name ?? projectVault, 'vaults', { resources }));
  await removeDeadLocks(path);
  return openFileVault({
    path,
    key: await loadKey(join(dataFolder, 'vault.key'), env),
    exclusive: (work) => withFileLock(path, work),
  });
}

/** Reads the vault of a tool's config, which its schema declares as a text. */
function readName(vault: Json | undefined): string {
  return typeof vault === 'string' ? vault : projectVault;
}

async function loadKey(file: string, env: Environment): Promise<Uint8Array> {
  const encoded = env['HELVE_VAULT_KEY'];
  return encoded === undefined || encoded === '' ? keyFromFile(file) : decode(encoded);
}

/** The key in a file that only its owner reads; made when there is none, whole and once, whoever else makes it too. */
async function keyFromFile(path: string): Promise<Uint8Array> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) {
    await withFileLock(path, () => makeKey(path));
    return keyFromFile(path);
  }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw refuse(`others may read its key "${path}", which needs mode 0600`);
  }
  return decode((await readFile(path, 'utf8')).trim());
}

async function makeKey(path: string): Promise<void> {
  if (existsSync(path)) return;
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`;
  await writeFile(temporary, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(temporary, path);
}

function decode(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

/** Wraps a vault so that what is found in a document is also found under the names of its outputs. */
export function withOutputs(vault: Vault, outputsOf: (document: string) => readonly string[]): Vault {
  return {
    tokenOf: (category, original) => vault.tokenOf(category, original),
    put: (records) =>
      vault.put(
        records.flatMap((record) => [
          record,
          ...outputsOf(record.document).map((document) => ({ ...record, document })),
        ]),
      ),
    get: (scope, token) => vault.get(scope, token),
    list: (scope) => vault.list(scope),
    close: () => vault.close(),
  };
}

function refuse(problem: string): Error {
  return l10nErrors.create('L10N_VAULT', { problem });
}

import type { Secret } from '@helve/core';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretStore } from '../port/secret-store.js';
import { assertSecretNames, assertSecretValue } from './check-secret.js';
import { fromSecretFile, toSecretFile, unreadable } from './secret-file.js';
import { isTemporary, sweepTemporary, syncDirectory, writeWholeFile } from './write-whole-file.js';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const ENDING = '.json';

/**
 * Stores secrets in files that only their owner can read: a directory per capability, a file per secret. No file
 * holds two secrets, so that writers never overwrite each other's work.
 */
export class FileSecretStore implements SecretStore {
  readonly directory: string;

  constructor({ directory }: { readonly directory: string }) {
    this.directory = directory;
  }

  async read(capability: string): Promise<ReadonlyMap<string, Secret>> {
    const secrets = new Map<string, Secret>();
    for (const key of await this.list(capability)) secrets.set(key, await this.#readOne(capability, key));
    return secrets;
  }

  async put(capability: string, key: string, value: Secret): Promise<void> {
    assertSecretNames(capability, key);
    assertSecretValue(key, value);
    await this.#makeDirectories(capability);
    await sweepTemporary(this.#directoryOf(capability));
    await writeWholeFile(this.#pathOf(capability, key), toSecretFile(capability, key, value.reveal()), FILE_MODE);
  }

  async delete(capability: string, key: string): Promise<boolean> {
    assertSecretNames(capability, key);
    try {
      await rm(this.#pathOf(capability, key));
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
    await syncDirectory(this.#directoryOf(capability));
    return true;
  }

  async list(capability: string): Promise<readonly string[]> {
    assertSecretNames(capability);
    const names = await namesIn(this.#directoryOf(capability));
    const files = names.filter((name) => name.endsWith(ENDING) && !isTemporary(name));
    return files.map((name) => name.slice(0, -ENDING.length)).toSorted();
  }

  /** Returns paths that others than their owner can read or enter, for `doctor`. */
  async looseModes(): Promise<readonly string[]> {
    if (process.platform === 'win32') return [];
    const loose: string[] = [];
    for (const path of await this.#allPaths()) {
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && (found.mode & 0o077) !== 0) loose.push(path);
    }
    return loose;
  }

  async #readOne(capability: string, key: string): Promise<Secret> {
    const text = await readFile(this.#pathOf(capability, key), 'utf8').catch((error: unknown) => {
      const code =
        typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
      throw unreadable(capability, key, `the file cannot be read (${code})`);
    });
    return fromSecretFile(text, capability, key);
  }

  /** Creates the directories, and closes existing ones to others. */
  async #makeDirectories(capability: string): Promise<void> {
    for (const path of [this.directory, this.#directoryOf(capability)]) {
      await mkdir(path, { recursive: true, mode: DIRECTORY_MODE });
      await chmod(path, DIRECTORY_MODE);
    }
  }

  async #allPaths(): Promise<readonly string[]> {
    const paths = [this.directory];
    for (const capability of await namesIn(this.directory)) {
      const directory = this.#directoryOf(capability);
      paths.push(directory, ...(await namesIn(directory)).map((name) => join(directory, name)));
    }
    return paths;
  }

  #directoryOf(capability: string): string {
    return join(this.directory, capability);
  }

  #pathOf(capability: string, key: string): string {
    return join(this.#directoryOf(capability), `${key}${ENDING}`);
  }
}

/** Lists a directory; a missing one is empty, an unreadable one is an error. */
async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

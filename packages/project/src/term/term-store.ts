import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { nearestNames } from '@helve/core';
import { writeOutput } from '@helve/flow/engine';
import { createTermbase, loadTerms, mergeConcepts, writeJson, type Termbase } from '@helve/l10n';
import { makeFolder } from '../file/make-folder.js';
import { projectErrors, didYouMean } from '../project-errors.js';
import { toWriteError } from '../file/write-file-atomic.js';
import { withFileLock } from '../file/with-file-lock.js';
import { termFolder } from './term-folder.js';

/** The termbase of commands that name none. */
export const defaultTermbase = 'main';

/** The termbases of a project, each a file of its own. */
export interface TermStore {
  /** The names of those that were imported. */
  list(): Promise<readonly string[]>;
  /** One by its name or path; a name that nothing was imported under is an error. */
  load(name: string): Promise<Termbase>;
  /** True when something was imported under a name. */
  has(name: string): boolean;
  /** Writes it whole or not at all, and gives the path. */
  save(name: string, terms: Termbase): Promise<string>;
  /** Lets nobody else change it from the first look to the last write. */
  change<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function openTermStore(folder: string): TermStore {
  const termsPath = join(folder, termFolder);
  const pathOf = (name: string) => (isPath(name) ? resolve(folder, name) : join(termsPath, `${name}.json`));
  const list = async () =>
    (await readdir(termsPath).catch(() => []))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .toSorted();
  return {
    list,
    has: (name) => !isPath(name) && existsSync(pathOf(name)),
    async load(name) {
      const path = pathOf(name);
      if (!existsSync(path)) throw unknown(name, await list());
      return (await loadTerms(path, {})).termbase;
    },
    async save(name, terms) {
      const path = pathOf(name);
      await writeChunks(path, writeJson(terms));
      return path;
    },
    async change(name, work) {
      if (isPath(name) || name.startsWith('.')) {
        throw projectErrors.create('PROJECT_REQUEST_INVALID', {
          problem: `"${name}" is not a valid name for a termbase`,
        });
      }
      await makeFolder(termsPath);
      return withFileLock(pathOf(name), work);
    },
  };
}

/** True for a path: it has a folder or an extension. */
function isPath(name: string): boolean {
  return /[/\\]|\.(?:json|csv|tsv|tbx|xml)$/iu.test(name);
}

function unknown(name: string, names: readonly string[]): Error {
  const suggestion = {
    suggestion: 'Import one with `helve terms import FILE`',
    ...didYouMean(nearestNames(name, names)),
  };
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: `there is no termbase "${name}"` },
    { details: suggestion },
  );
}

/** All termbases of a project as one: those its config names, or every one that was imported; none where there is none. */
export async function projectTerms(named: string | readonly string[], folder: string): Promise<Termbase | undefined> {
  const store = openTermStore(folder);
  const requested = [named].flat();
  const names = requested.length === 0 ? await store.list() : requested;
  const [first, ...others] = await Promise.all(names.map((name) => store.load(name)));
  if (others.length === 0) return first;
  let concepts = first?.concepts ?? [];
  for (const terms of others) concepts = mergeConcepts(concepts, terms.concepts);
  return createTermbase(concepts);
}

/** Writes a file piece by piece, in the place of another only when it is whole. */
export async function writeChunks(path: string, chunks: Iterable<string>): Promise<void> {
  await makeFolder(dirname(path));
  try {
    await writeOutput(path, async (file) => {
      for (const piece of pieces(chunks)) await file.write(Buffer.from(piece));
    });
  } catch (cause) {
    throw toWriteError(path, cause);
  }
}

const pieceLength = 64 * 1024;

/** Fewer and larger pieces of the same text. */
export function* pieces(chunks: Iterable<string>): Generator<string> {
  let text = '';
  for (const chunk of chunks) {
    text += chunk;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

import { join } from 'node:path';
import { createEngine, createLocalDispatcher, type BlobStore, type Engine } from '@helve/flow/engine';
import { makeFolder } from '../file/make-folder.js';

/** The engine of a project, and the blobs that its jobs refer to. */
export interface JobEngine {
  readonly engine: Engine;
  readonly blobs: BlobStore;
}

/** Opens the engine of a project, whose journal is `.helve/engine.db`; all processes of the machine share it. */
export async function openJobEngine(folder: string): Promise<JobEngine> {
  const { openFolderBlobs, openSqliteJournal } = await import('@helve/store');
  const place = join(folder, '.helve');
  await makeFolder(place, 0o700);
  const blobs = openFolderBlobs({ path: join(place, 'blobs') });
  const journal = openSqliteJournal({ path: join(place, 'engine.db') });
  return { engine: createEngine(journal, createLocalDispatcher(), { blobs }), blobs };
}

import { join } from 'node:path';
import { createEngine, createLocalDispatcher, type Engine } from '@helve/flow/engine';
import { makeFolder } from '../file/make-folder.js';

/** Opens the engine of a project, whose journal is `.helve/engine.db`; all processes of the machine share it. */
export async function openJobEngine(folder: string): Promise<Engine> {
  const { openSqliteJournal } = await import('@helve/store');
  const place = join(folder, '.helve');
  await makeFolder(place, 0o700);
  return createEngine(openSqliteJournal({ path: join(place, 'engine.db') }), createLocalDispatcher());
}

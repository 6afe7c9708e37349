import { statSync } from 'node:fs';
import { storeErrors } from '../store-errors.js';

/**
 * Creates a check that throws once a path no longer leads to the file it led to at first: writes to a file without a
 * name are lost with the process. Call it after the file was opened.
 */
export function createFileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const opened = readIdentity(path);
  return () => {
    if (readIdentity(path) === opened) return;
    throw storeErrors.create('STORE_TRAIL_CUT', {
      problem: 'its file was removed or replaced while it was open',
    });
  };
}

/** Returns device and inode of a file; undefined without a file. */
function readIdentity(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? undefined : `${file.dev} ${file.ino}`;
}

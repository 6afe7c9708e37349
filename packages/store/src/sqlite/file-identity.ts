import { statSync } from 'node:fs';
import { storeErrors } from '../store-errors.js';

/**
 * Throws once a path no longer leads to the file that it led to when this was made: what is written to a file without a
 * name is lost with the process. Made after the file was opened.
 */
export function createFileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) === opened) return;
    throw storeErrors.create('STORE_TRAIL_CUT', {
      problem: 'its file was removed or replaced while it was open',
    });
  };
}

/** The device and the number of a file; undefined if there is none. */
function identityOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? undefined : `${file.dev} ${file.ino}`;
}

import { statfsSync } from 'node:fs';
import { storeErrors } from '../../store-errors.js';
import { fileLabel } from '../to-store-error.js';

/** Types of file systems of other machines, as the kernel numbers them. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
]);

/** Refuses a file on another machine: the log of SQLite needs memory that all of its processes share. */
export function assertLocalFile(path: string, typeOf: (path: string) => number = readType): void {
  if (path === ':memory:') return;
  const kind = networkFileSystems.get(typeOf(path) >>> 0);
  if (kind === undefined) return;
  const problem = `it is on a network drive (${kind}), and processes of several machines cannot share it`;
  const suggestion = 'Put the project on a local disk';
  throw storeErrors.create('STORE_FILE_UNUSABLE', { path: fileLabel(path), problem }, { details: { suggestion } });
}

function readType(path: string): number {
  return statfsSync(path).type;
}

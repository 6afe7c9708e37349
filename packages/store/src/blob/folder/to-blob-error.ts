import { storeErrors } from '../../store-errors.js';

/** Converts an error of the system to one of the store; what a source has thrown stays as it is. */
export function toBlobError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  if (error.code === 'ENOSPC') return storeErrors.create('STORE_DISK_FULL', { database: folder }, { cause: error });
  return storeErrors.create('STORE_FILE_UNUSABLE', { path: folder, problem: error.message }, { cause: error });
}

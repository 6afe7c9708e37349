import { dirname, join } from 'node:path';

/** Folder where the living workers and the host of a project are noted. */
export function hostRunDir(configFile: string): string {
  return join(dirname(configFile), '.helve', 'run');
}

import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isPlainObject } from '@helve/core';
import { makeFolder } from '../file/make-folder.js';
import { writeFileAtomic } from '../file/write-file-atomic.js';
import type { Environment } from '../project-io.js';

/** Decisions of a person about programs and scripts of flows, by digest. */
export interface ExecTrust {
  decision(digest: string): Promise<'yes' | 'no' | undefined>;
  remember(digest: string, decision: 'yes' | 'no', file: string | undefined): Promise<void>;
}

/** The decisions in the configuration of the user, beside no project: what a project says of itself is no consent. */
export function openExecTrust(env: Environment): ExecTrust {
  const path = join(userFolder(env), 'exec-trust.json');
  return {
    async decision(digest) {
      const row = (await readRows(path))[digest];
      const decision = isPlainObject(row) ? row['decision'] : undefined;
      return decision === 'yes' || decision === 'no' ? decision : undefined;
    },
    async remember(digest, decision, file) {
      const rows = { ...(await readRows(path)), [digest]: { decision, file, at: new Date().toISOString() } };
      await makeFolder(dirname(path), 0o700);
      await writeFileAtomic(path, `${JSON.stringify(rows, undefined, 2)}\n`, true);
    },
  };
}

/** Where a person keeps settings, as the platform has it. */
function userFolder(env: Environment): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  const base = xdg || (process.platform === 'win32' ? appData : undefined) || join(home || homedir(), '.config');
  return join(base, 'helve');
}

async function readRows(path: string): Promise<Record<string, unknown>> {
  try {
    const rows: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isPlainObject(rows) ? rows : {};
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

import { readFile } from 'node:fs/promises';
import { CapabilityConfigError } from '@helve/worker';

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this account',
  EPERM: 'may not be read by this account',
  EISDIR: 'is a folder',
};

/** Reads a file that a setting or a flag names; a failure says which one, and what the file has to hold. */
export async function readNamedFile(setting: string, file: string, holds: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw unusableFile(setting, file, problems[code] ?? `cannot be read (${code})`, holds, cause);
  }
}

/** Creates the error for a file that is no use to its setting. */
export function unusableFile(setting: string, file: string, problem: string, holds: string, cause?: unknown): Error {
  const message = `Cannot use ${setting}: "${file}" ${problem}; name a file that holds ${holds}`;
  return new CapabilityConfigError(message, { fieldsInvalid: [setting], ...(cause !== undefined && { cause }) });
}

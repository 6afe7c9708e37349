// Where things are, and the few file habits that the set-up and the other scripts share.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const cacheDir = join(root, 'node_modules', '.cache', 'helve');

/** A set-up that cannot go on; its message says what to do. */
export class SetUpError extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a command in the workspace and keeps what it says.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args) {
  return new Promise((done) => {
    const shell = process.platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** @param {string} folder */
export function list(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** All files below a folder, in a fixed order. @param {string} folder @returns {string[]} */
export function listDeep(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listDeep(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** The parsed file, or null when it is absent or broken. @param {string} file */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} file @param {object} value */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value)}\n`);
}

/** @param {string | Buffer} text */
export function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheDir, hash, readJson, root, run, say, SetUpError, writeStamp } from './workspace.mjs';

const stamp = join(cacheDir, 'installed.json');
const lockFile = join(root, 'package-lock.json');

export function isInstalled() {
  if (!existsSync(join(root, 'node_modules'))) return false;
  const now = currentState();
  const last = readJson(stamp);
  if (last?.lock === now.lock && last?.node === now.node) return true;
  if (last && last.node !== now.node) return false;
  if (!npmHasInstalledAll()) return false;
  writeStamp(stamp, now);
  return true;
}

export async function install() {
  say('Installing dependencies (npm ci) …');
  const [command, args] = npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts']);
  const { code, output } = await run(command, args);
  if (code !== 0) throw new SetUpError(`${output.trimEnd()}\n\nCannot install dependencies: ${adviceFor(output)}`);
  writeStamp(stamp, currentState());
}

/**
 * npm that belongs to this very Node where it started us, so that a machine with several does not mix them.
 *
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(args) {
  const own = process.env['npm_execpath'];
  return own && basename(own).startsWith('npm') ? [process.execPath, [own, ...args]] : ['npm', args];
}

function currentState() {
  return {
    lock: existsSync(lockFile) ? hash(readFileSync(lockFile)) : '',
    node: process.versions.node.split('.')[0],
  };
}

/** True when someone ran npm by hand: its own record in node_modules already agrees with our lock file. */
function npmHasInstalledAll() {
  const wanted = readJson(lockFile)?.packages;
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    if (path === '' || (entry.optional && !found)) return true;
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {string} output */
function adviceFor(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) {
    return 'the npm registry cannot be reached. Check the connection and the proxy settings of npm, then try again';
  }
  if (/can only install (packages )?(when|with)|not in sync|Missing: .* from lock file/.test(output)) {
    return 'package.json and package-lock.json disagree. Run `npm install` and commit both files';
  }
  if (/spawn npm ENOENT/.test(output)) return 'npm was not found. Install it beside Node';
  return 'the words of npm are above. Try again once the cause is gone';
}

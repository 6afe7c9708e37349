// The suite and the inspector need a newer Node than we do: all three come from npm, into the cache.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../set-up/install.mjs';
import { cacheDir, readJson, run, say, SetUpError } from '../set-up/workspace.mjs';

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-arm64', 'win-x64'];
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const home = join(cacheDir, 'conformance');

/** @type {Readonly<Record<string, string>>} */
const versions = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
};

/** @typedef {{ node: string, suite: string, inspector: string }} Suite */

export function suiteIsKnown() {
  return platforms.includes(platform);
}

/** Where everything is, if it is there. @returns {Suite | undefined} */
export function findSuite() {
  const packages = join(home, 'node_modules');
  const whole = Object.entries(versions).every(
    ([name, version]) => readJson(join(packages, name, 'package.json'))?.version === version,
  );
  const node = join(packages, `node-${platform}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!whole || !existsSync(node)) return undefined;
  return {
    node,
    suite: join(packages, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    inspector: join(packages, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'),
  };
}

/** From the cache, or from npm. @returns {Promise<Suite>} */
export async function fetchSuite() {
  const known = findSuite();
  if (known !== undefined) return known;
  say('Fetching the conformance suite, the inspector and Node 22 …');
  const packages = [`node-${platform}@22`, ...Object.entries(versions).map(([name, version]) => `${name}@${version}`)];
  const options = ['--prefix', home, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const [command, args] = npm(['install', ...options, ...packages]);
  const { output } = await run(command, args);
  const found = findSuite();
  if (found !== undefined) return found;
  throw new SetUpError(`${output}\nCannot get the conformance suite from npm: check the connection, then try again`);
}

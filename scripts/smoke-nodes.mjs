// npm run smoke:nodes: the built packages on the other Node lines that we promise, with the real binaries from npm.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setUpOrExit } from './set-up.mjs';
import { npm } from './set-up/install.mjs';
import { cacheDir, list, readJson, root, say } from './set-up/workspace.mjs';

const lines = ['22', '24'];
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-arm64', 'win-x64'];
/** Versions of OpenAI's SDK that transports take, each on the lines that it runs on. */
const openaiVersions = ['6', '7'];
const startLimitMs = 20_000;
const helve = join(root, 'packages', 'cli', 'bin', 'helve.js');

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
if (!platforms.includes(platform)) {
  console.log(`skipped: npm has no Node for ${platform}`);
  process.exit(0);
}

await setUpOrExit();

let failed = 0;
for (const line of lines) {
  const node = fetchNode(line);
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
  for (const [title, check] of checksFor(node)) await step(title, check);
}
console.log(failed === 0 ? 'all passed' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} node @returns {[string, () => void | Promise<void>][]} */
function checksFor(node) {
  return [
    ...packageNames().map(
      (name) => /** @type {[string, () => void]} */ ([`import ${name}`, () => importIn(node, name)]),
    ),
    ['helve --help', () => void run(node, [helve, '--help'])],
    ['helve call word_count', () => callTool(node)],
    ['helve serve', () => serveTools(node)],
    ...openaiVersions.map(
      (version) => /** @type {[string, () => void]} */ ([`openai ${version}`, () => talkTo(node, version)]),
    ),
  ];
}

/** @param {string} title @param {() => void | Promise<void>} check */
async function step(title, check) {
  try {
    await check();
    console.log(`  ✓ ${title}`);
  } catch (error) {
    failed += 1;
    console.log(`  ✗ ${title}\n${String(error instanceof Error ? error.message : error).replace(/^/gm, '      ')}`);
  }
}

/** The binary of a line, from the cache or from npm. @param {string} line */
function fetchNode(line) {
  const home = join(cacheDir, 'nodes', line);
  const bin = join(home, 'node_modules', `node-${platform}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  fetchPackages(home, bin, [`node-${platform}@${line}`]);
  return bin;
}

/** Our transports over a version of OpenAI's SDK. @param {string} node @param {string} version */
function talkTo(node, version) {
  const home = join(cacheDir, 'openai', version);
  fetchPackages(home, join(home, 'node_modules', 'openai'), [`openai@${version}`, 'ws@8']);
  run(node, [join(root, 'scripts', 'smoke', 'openai.mjs'), home]);
}

/** Installs what is not there yet. @param {string} home @param {string} path @param {string[]} packages */
function fetchPackages(home, path, packages) {
  if (existsSync(path)) return;
  const [command, args] = npm(['install', '--prefix', home, '--no-save', '--ignore-scripts', ...packages]);
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status === 0 && existsSync(path)) return;
  say(`${stderr}\nCannot get ${packages.join(' and ')} from npm: check the connection, then try again`);
  process.exit(1);
}

/** The packages that code imports; the page is none. */
function packageNames() {
  return list(join(root, 'packages')).flatMap((folder) => {
    const { name, exports } = readJson(join(root, 'packages', folder, 'package.json')) ?? {};
    return exports === undefined ? [] : [name];
  });
}

/** @param {string} node @param {string} name */
function importIn(node, name) {
  run(node, ['--input-type=module', '-e', `await import(${JSON.stringify(name)})`]);
}

/** @param {string} node */
function callTool(node) {
  JSON.parse(run(node, [helve, 'call', 'word_count', '--text', 'one two']));
}

/** @param {string} node @param {string[]} args */
function run(node, args) {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`exit code ${status}\n${stderr}`);
  return stdout;
}

/** @param {string} node */
async function serveTools(node) {
  const child = spawn(node, [helve, 'serve', '--port', '0'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const response = await fetch(`${await addressOf(child)}/v1/tools`);
    if (!response.ok) throw new Error(`GET /v1/tools answered ${response.status}`);
    await response.json();
  } finally {
    child.kill();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => reject(new Error(`no address after ${startLimitMs} ms\n${output}`)), startLimitMs);
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      output += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`exit code ${code} before it listened\n${output}`)));
    child.on('close', () => clearTimeout(limit));
  });
}

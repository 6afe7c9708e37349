import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { npm } from '../scripts/set-up/install.mjs';
import { isLongRun } from './long-runs.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'helve-types-'));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const slow = { timeout: 120_000 };

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const published = readdirSync(join(root, 'packages')).filter((name) => manifestOf(name).private !== true);
packAll();

const alone = { ...slow, skip: !isLongRun, meta: { skipReason: 'each package alone: `npm run soak` compiles them' } };

test.each(published)('@helve/%s alone compiles for users who check the types of libraries', alone, (name) => {
  const project = createProject(name, [name]);
  const entries = entriesOf(name).filter((entry) => !entry.endsWith('/testing'));
  expect(compile(project, entries)).toBe('');
});

test('all packages together compile, with the packages that their testing entries need', slow, () => {
  const project = createProject('all', published);
  for (const name of published)
    for (const peer of Object.keys(manifestOf(name).peerDependencies ?? {})) link(project, peer, name);
  expect(compile(project, published.flatMap(entriesOf))).toBe('');
});

test('the compiler sees a package that is missing', slow, () => {
  const project = createProject('broken', ['store']);
  rmSync(join(project, 'node_modules', '@helve', 'govern'), { recursive: true });
  expect(compile(project, ['@helve/store'])).toContain("Cannot find module '@helve/govern'");
});

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;
}

function entriesOf(name: string): readonly string[] {
  const paths = Object.keys(manifestOf(name).exports).filter((path) => !path.endsWith('.json'));
  return paths.map((path) => `@helve/${name}${path.slice(1)}`);
}

function packAll(): void {
  const folders = published.map((name) => join(root, 'packages', name));
  const [command, args] = npm(['pack', '--ignore-scripts', '--pack-destination', scratch, ...folders]);
  const { status, stderr } = spawnSync(command, args, { cwd: scratch, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

/** Creates an empty project with packages, what they depend on, and nothing else. */
function createProject(title: string, names: readonly string[]): string {
  const project = join(scratch, title);
  mkdirSync(project);
  for (const name of names) install(project, name);
  link(project, '@types/node', 'core');
  return project;
}

/** Unpacks a package as npm would, so that it finds only what is installed beside it. */
function install(project: string, name: string): void {
  const folder = join(project, 'node_modules', '@helve', name);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const { version, dependencies = {} } = manifestOf(name);
  const tarball = join(scratch, `helve-${name}-${version}.tgz`);
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  expect(status, String(stderr)).toBe(0);
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith('@helve/')) install(project, dependency.slice('@helve/'.length));
    else link(project, dependency, name);
  }
}

/** Takes a foreign package from this workspace: its own copy in a package of ours, else the common one. */
function link(project: string, dependency: string, owner: string): void {
  const to = join(project, 'node_modules', dependency);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  const own = join(root, 'packages', owner, 'node_modules', dependency);
  symlinkSync(existsSync(own) ? own : join(root, 'node_modules', dependency), to);
}

/** The problems that the compiler finds in a file that imports these entries. */
function compile(project: string, entries: readonly string[]): string {
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: false, types: ['node'] };
  const lines = entries.map((entry, at) => `export * as entry${at} from '${entry}';\n`);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'main.ts'), lines.join(''));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const { stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', project], { encoding: 'utf8' });
  return stdout;
}

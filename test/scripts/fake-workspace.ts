import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FakeWorkspace {
  readonly path: (name: string) => string;
  readonly write: (name: string, content: string | object) => void;
  readonly read: (name: string) => string;
  readonly remove: (name: string) => void;
  readonly has: (name: string) => boolean;
  readonly start: (script: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Started;
  readonly run: (script: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended>;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Emits like tsc -b: once per project, and then only what its build info does not know; a source that says BROKEN fails. */
const compiler = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
appendFileSync('compiler.log', 'run\\n');
for (const project of process.argv.slice(3)) {
  const info = join(project, 'dist/.tsbuildinfo');
  const known = existsSync(info) ? JSON.parse(readFileSync(info, 'utf8')) : {};
  mkdirSync(join(project, 'dist'), { recursive: true });
  for (const name of readdirSync(join(project, 'src')).filter((name) => !name.includes('.test.'))) {
    const text = readFileSync(join(project, 'src', name), 'utf8');
    if (text.includes('BROKEN')) { console.log(name + ': error TS1'); process.exit(1); }
    if (known[name] !== text) writeFileSync(join(project, 'dist', name.replace('.ts', '.d.ts')), text);
    known[name] = text;
  }
  writeFileSync(info, JSON.stringify(known));
}
`;

/** Bundles like rolldown, as far as one file that imports nothing goes. */
const bundler = `
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
export async function build({ input, output }) {
  for (const [name, entry] of Object.entries(input)) copyFileSync(entry, join(output.dir, name + '.js'));
}
`;

const manifest = { name: 'fake', version: '0.0.0', private: true, workspaces: ['packages/*', 'tools/*'] };

const lockFile = {
  name: 'fake',
  version: '0.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': manifest,
    'node_modules/one': { resolved: 'packages/one', link: true },
    'node_modules/typescript': { resolved: 'tools/typescript', link: true },
    'packages/one': { name: 'one', version: '0.0.0' },
    'node_modules/rolldown': { resolved: 'tools/rolldown', link: true },
    'tools/rolldown': { name: 'rolldown', version: '0.0.0' },
    'tools/typescript': { name: 'typescript', version: '0.0.0' },
  },
};

/** A workspace with one package, our real scripts and a pretended compiler; npm is the real one. */
export function createFakeWorkspace(): FakeWorkspace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'helve-scripts-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const path = (name: string) => join(home, 'main', name);
  const write = (name: string, content: string | object) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  write('package.json', manifest);
  write('package-lock.json', lockFile);
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  write('packages/one/package.json', { name: 'one', version: '0.0.0', type: 'module', exports });
  write('packages/one/tsconfig.json', {});
  write('packages/one/src/index.ts', 'export const one = 1;\n');
  write('tools/typescript/package.json', { name: 'typescript', version: '0.0.0', type: 'module' });
  write('tools/typescript/bin/tsc', compiler);
  write('tools/rolldown/package.json', { name: 'rolldown', version: '0.0.0', type: 'module', exports: './index.js' });
  write('tools/rolldown/index.js', bundler);
  cpSync(join(repository, 'scripts'), path('scripts'), { recursive: true });

  const start = (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Started => {
    const child = spawn(process.execPath, [path(script), ...args], {
      cwd: path('.'),
      env: { ...process.env, npm_config_update_notifier: 'false', ...env },
    });
    return { child, ended: endOf(child) };
  };
  return {
    path,
    write,
    read: (name) => readFileSync(path(name), 'utf8'),
    remove: (name) => rmSync(path(name), { recursive: true }),
    has: (name) => existsSync(path(name)),
    start,
    run: (script, args, env) => start(script, args, env).ended,
  };
}

/** Makes a fake workspace after an install, for tests of what comes later; `tools` are further pretended packages. */
export function createInstalledWorkspace(tools: readonly string[] = []): FakeWorkspace {
  const workspace = createFakeWorkspace();
  const packages: Record<string, object> = { ...lockFile.packages };
  for (const tool of tools) {
    packages[`node_modules/${tool}`] = { resolved: `tools/${tool}`, link: true };
    packages[`tools/${tool}`] = { name: tool, version: '0.0.0' };
  }
  mkdirSync(workspace.path('node_modules'));
  for (const tool of ['typescript', 'rolldown', ...tools]) {
    symlinkSync(workspace.path(`tools/${tool}`), workspace.path(`node_modules/${tool}`), 'junction');
  }
  symlinkSync(workspace.path('packages/one'), workspace.path('node_modules/one'), 'junction');
  workspace.write('package-lock.json', { ...lockFile, packages });
  workspace.write('node_modules/.package-lock.json', { packages });
  return workspace;
}

function endOf(child: ReturnType<typeof spawn>): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { Console } from 'node:console';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { main as mainOfCli } from '@helve/cli';
import { afterAll, onTestFinished } from 'vitest';

/** The folder of this repository. */
export const root = resolve(import.meta.dirname, '..', '..');
const bin = join(root, 'packages', 'cli', 'bin', 'helve.js');

type CleanUp = () => unknown;

const atTheEnd: CleanUp[] = [];
afterAll(async () => {
  for (const cleanUp of atTheEnd.toReversed()) await cleanUp();
});

/** Cleans up after the test that runs; in `beforeAll`, after all tests of the file. */
function whenOver(cleanUp: CleanUp): void {
  try {
    onTestFinished(async () => void (await cleanUp()));
  } catch {
    atTheEnd.push(cleanUp);
  }
}

/** End of a process of `helve`. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Waits until a text is on stdout or stderr, and gives all that is there by then. */
  shows(text: string | RegExp): Promise<string>;
}

interface RunOptions {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A file that a run loads as a module, which a process does only once. */
const modulePattern = /\.[cm]?[jt]sx?$/;

/** A project of a user, in a folder of its own, with `helve` and zod installed. */
export interface Project {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Runs `helve` to its end: in this process, or in one of its own while another one runs here, or once modules of the
   * project have changed.
   */
  helve(args: readonly string[], options?: RunOptions): Promise<Ending>;
  /** Runs `helve` to its end in a process of its own, where the process is the point. */
  helveProcess(args: readonly string[], options?: RunOptions): Promise<Ending>;
  start(args: readonly string[]): Running;
  /** Runs a line as somebody who copied it would. */
  shell(line: string): Promise<Ending>;
}

export async function createProject(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'helve-journey-')));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  for (const name of ['@helve', 'zod']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await symlink(bin, join(folder, 'node_modules', '.bin', 'helve'));
  let modulesLoaded = false;
  let modulesChanged = false;
  const project: Project = {
    folder,
    async write(more) {
      modulesChanged ||= modulesLoaded && Object.keys(more).some((name) => modulePattern.test(name));
      for (const [name, text] of Object.entries(more)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
    },
    helve(args, options) {
      modulesLoaded = true;
      return modulesChanged || runsHere ? helveIn(folder, args, options) : helveHere(folder, args, options);
    },
    helveProcess: (args, options) => helveIn(folder, args, options),
    start: (args) => run(process.execPath, [bin, ...args], folder),
    shell: (line) => run('sh', ['-c', line], folder).ended,
  };
  await project.write({ 'package.json': '{ "name": "journey", "private": true, "type": "module" }', ...files });
  return project;
}

/** The address of a server that says it is up. */
export async function urlOf({ shows }: Running): Promise<string> {
  const welcome = await shows('Stop with Ctrl-C');
  return /http:\/\/127\.0\.0\.1:\d+/.exec(welcome)?.[0] ?? '';
}

/** The header with the start token of a server that says it is up. */
export async function startHeaderOf({ shows }: Running): Promise<{ readonly 'x-helve-start': string }> {
  const welcome = await shows('Stop with Ctrl-C');
  return { 'x-helve-start': /#\/\?start=([\w-]{22})$/m.exec(welcome)?.[1] ?? '' };
}

/** Sends JSON, and gives status and body. */
export async function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** True while `helve` runs in this process, whose folder and console it has for itself. */
let runsHere = false;

/** Runs `helve` through the entry that its bin has, in this process: a quarter of the time of one of its own. */
async function helveHere(folder: string, args: readonly string[], options: RunOptions = {}): Promise<Ending> {
  const seen = { stdout: '', stderr: '' };
  const { cwd, console } = { cwd: process.cwd(), console: globalThis.console };
  const stderr = new Writable({
    write(chunk, _, done) {
      seen.stderr += String(chunk);
      done();
    },
  });
  runsHere = true;
  process.chdir(folder);
  globalThis.console = new Console(stderr, stderr);
  try {
    const { main } = (await import(pathToFileURL(join(root, 'packages', 'cli', 'dist', 'index.js')).href)) as {
      readonly main: typeof mainOfCli;
    };
    const code = await main(args, {
      stdout: { write: (text) => (seen.stdout += text) },
      stderr: { write: (text) => (seen.stderr += text) },
      stdin: Readable.from([options.stdin ?? '']),
      cwd: folder,
      user: userInfo().username,
      env: environment(options.env),
      signal: new AbortController().signal,
    });
    return { code, signal: null, ...seen };
  } finally {
    globalThis.console = console;
    process.chdir(cwd);
    runsHere = false;
  }
}

/** The environment of the tests without what colors their own output. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _, FORCE_COLOR: __, ...outside } = process.env;
  return { ...outside, ...more };
}

/** Runs `helve` in a folder, to its end. */
export function helveIn(folder: string, args: readonly string[], options: RunOptions = {}): Promise<Ending> {
  const running = run(process.execPath, [bin, ...args], folder, options.env);
  running.process.stdin?.end(options.stdin ?? '');
  return running.ended;
}

function run(command: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, { cwd, env: environment(env) });
  const seen = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (seen.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (seen.stderr += text));
  child.stdin.on('error', () => {});
  const ended = new Promise<Ending>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, ...seen }));
  });
  whenOver(() => void child.kill('SIGKILL'));
  return {
    process: child,
    ended,
    async shows(text) {
      for (;;) {
        const all = seen.stdout + seen.stderr;
        if (typeof text === 'string' ? all.includes(text) : text.test(all)) return all;
        const over = await Promise.race([
          ended,
          new Promise<undefined>((next) => setTimeout(() => next(undefined), 10)),
        ]);
        if (over !== undefined && !(over.stdout + over.stderr).match(text))
          throw new Error(`It ended without showing ${String(text)}: ${all}`);
      }
    },
  };
}

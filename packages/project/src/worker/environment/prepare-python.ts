import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { digest } from '@helve/core';
import { CapabilityFatalError } from '@helve/worker';
import type { CapabilityFile, PythonEnvironment } from '@helve/worker/host';
import { makeFolder } from '../../file/make-folder.js';
import type { Notify } from '../../project-io.js';

/** Where environments are made, and with what. */
export interface EnvironmentPlace {
  /** Folder of all environments of the project. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: Notify;
  /** Ends the programs that make an environment; what they leave is made anew. */
  readonly signal?: AbortSignal;
}

/** Environment of one capability, whose paths are relative to its folder. */
export interface EnvironmentRequest {
  readonly name: string;
  readonly directory: string;
  readonly python: PythonEnvironment;
}

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const baseProgram = isWindows ? 'python' : 'python3';
const maxInstallMs = 30 * 60_000;
const READY = '.ready';
/** Environments that this process makes. */
const making = new Map<string, Promise<string>>();

/** Returns the interpreter of the environment that a manifest states. */
export function prepareEnvironment(
  { manifest, directory }: Pick<CapabilityFile, 'manifest' | 'directory'>,
  place: EnvironmentPlace,
): Promise<string> {
  const { name } = manifest.code;
  return preparePython({ name, directory, python: manifest.environment?.python ?? {} }, place);
}

/** Returns the interpreter of an environment, which is made when what it is made of has changed. */
export async function preparePython(request: EnvironmentRequest, place: EnvironmentPlace): Promise<string> {
  const { name, directory, python } = request;
  if (python.venv !== undefined) return existing(name, resolve(directory, python.venv));
  const source = await readSource(request, place);
  const folder = join(place.folder, `${name}-${source.digest.slice(0, 16)}`);
  const interpreter = interpreterOf(folder);
  if (existsSync(join(folder, READY))) return interpreter;
  const known = making.get(folder);
  if (known !== undefined) return known;
  const made = make(folder, request, source, place).finally(() => making.delete(folder));
  making.set(folder, made);
  return made;
}

interface Source {
  /** Digest of everything that decides what is installed. */
  readonly digest: string;
  readonly steps: (folder: string) => Promise<readonly Step[]>;
}

interface Step {
  readonly says: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

async function readSource({ name, directory, python }: EnvironmentRequest, place: EnvironmentPlace): Promise<Source> {
  const { requirements, uv, wheelhouse } = python;
  if (uv !== undefined) {
    const project = resolve(directory, uv);
    const lock = await readText(join(project, 'uv.lock'), name, 'make it with `uv lock`');
    const sync = ['uv', 'sync', '--frozen', '--no-dev', '--project', project] as const;
    return {
      digest: digest({ kind: 'uv', lock }).replace('sha256:', ''),
      steps: async (folder) => [
        { says: 'uv installs its packages', command: sync, env: { UV_PROJECT_ENVIRONMENT: folder } },
      ],
    };
  }
  const file = resolve(directory, requirements ?? 'requirements.txt');
  const text = await readText(file, name, 'write it, or name another file');
  const wheels = wheelhouse === undefined ? undefined : resolve(directory, wheelhouse);
  const { stdout: version } = await step([baseProgram, '-VV'], name, place);
  const listed = wheels === undefined ? null : await listWheels(wheels);
  const offline = wheels === undefined ? [] : ['--no-index', '--find-links', wheels];
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  return {
    digest: digest({ kind: 'requirements', text, version, listed }).replace('sha256:', ''),
    steps: async (folder) => {
      const isShared = await isPipShared(place);
      const venv = [baseProgram, '-m', 'venv', ...(isShared ? ['--without-pip'] : []), folder] as const;
      const pip = pipOf(interpreterOf(folder), isShared);
      return [
        { says: 'an environment of Python is made', command: venv },
        { says: 'its packages are installed', command: [...pip, 'install', ...quiet, ...offline, '-r', file] },
      ];
    },
  };
}

/** True where the usual pip installs into other environments (since 22.3), so that none of their own is needed: that takes seconds. */
async function isPipShared({ env }: EnvironmentPlace): Promise<boolean> {
  const told = await run(baseProgram, ['-m', 'pip', '--version'], { env: { ...env } }).catch(() => undefined);
  const [, major = '0', minor = '0'] = /^pip (\d+)\.(\d+)/.exec(told?.stdout ?? '') ?? [];
  return Number(major) > 22 || (Number(major) === 22 && Number(minor) >= 3);
}

function pipOf(interpreter: string, isShared: boolean): readonly [string, ...string[]] {
  return isShared ? [baseProgram, '-m', 'pip', '--python', interpreter] : [interpreter, '-m', 'pip'];
}

/** Makes an environment in its place, since one that is moved has wrong paths; one that was left half made is made anew. */
async function make(
  folder: string,
  { name, directory }: EnvironmentRequest,
  source: Source,
  place: EnvironmentPlace,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(place.folder);
  const steps = await source.steps(folder);
  for (const [at, { says, command, env }] of steps.entries()) {
    place.say(`${name}: ${says} (${at + 1} of ${steps.length})`);
    await step(command, name, { ...place, env: { ...place.env, ...env } }, directory);
  }
  await writeFile(join(folder, READY), `${source.digest}\n`);
  return interpreterOf(folder);
}

async function step(
  [program, ...args]: readonly [string, ...string[]],
  name: string,
  { env, signal }: Pick<EnvironmentPlace, 'env' | 'signal'>,
  cwd?: string,
): Promise<{ readonly stdout: string }> {
  try {
    return await run(program, args, {
      env: { ...env },
      timeout: maxInstallMs,
      maxBuffer: 2 ** 26,
      ...(cwd && { cwd }),
      ...(signal && { signal }),
    });
  } catch (error) {
    const stderr: unknown = error instanceof Error && 'stderr' in error ? error.stderr : undefined;
    const told = typeof stderr === 'string' ? stderr.trim().split('\n').slice(-3).join('; ') : '';
    throw failed(name, told || (error instanceof Error ? error.message : String(error)), error);
  }
}

function existing(name: string, folder: string): string {
  const interpreter = interpreterOf(folder);
  if (existsSync(interpreter)) return interpreter;
  throw failed(name, `there is no environment in "${folder}"; make it with \`${baseProgram} -m venv\``);
}

function interpreterOf(folder: string): string {
  return isWindows ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Names and contents of the packages of a folder. */
async function listWheels(folder: string): Promise<readonly (readonly [name: string, sha256: string])[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      return [name, createHash('sha256').update(content).digest('hex')] as const;
    }),
  );
}

async function readText(file: string, name: string, remedy: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw failed(name, `there is no "${file}"; ${remedy}`, cause);
  }
}

function failed(capabilityName: string, problem: string, cause?: unknown): CapabilityFatalError {
  const message = `Cannot make the environment of "${capabilityName}": ${problem}`;
  return new CapabilityFatalError(message, { capabilityName, ...(cause !== undefined && { cause }) });
}

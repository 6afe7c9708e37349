import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { discoverManifests, toManifest, type CapabilityEnvironment } from '@helve/worker/host';
import { makeFolder } from '../file/make-folder.js';
import { projectErrors } from '../project-errors.js';
import type { ProjectIo } from '../project-io.js';
import { findUnit } from './find-unit.js';
import { inspectModule } from './inspect-module.js';
import { npmInstall, packagesWithScripts, runInstallScripts } from './run-npm.js';
import type { WorkerLocation } from './worker-location.js';
import { writeUnit, type WrittenManifest } from './write-unit.js';

/** Options of `add` besides the source. */
export interface AddOptions {
  readonly export?: string | undefined;
  readonly description?: string | undefined;
  /** Packages whose install scripts may run. Default: none. */
  readonly allowScripts?: readonly string[];
}

export interface AddedCapability {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly manifests: readonly WrittenManifest[];
  /** Packages whose install scripts were not run. */
  readonly heldScripts: readonly string[];
}

/**
 * Takes a capability into the project: a copy in a folder of its own, with its own dependencies, described by a manifest.
 * It is made aside and moved into place as a whole, so that a failure leaves nothing.
 */
export async function addCapability(
  source: string,
  options: AddOptions,
  location: WorkerLocation,
  io: ProjectIo,
): Promise<AddedCapability> {
  const draft = join(location.addedDir, `.adding-${randomUUID()}`);
  await makeFolder(draft);
  try {
    const moduleFile = await fetch(source, draft, io);
    const { allowScripts = [], ...described } = options;
    const heldScripts = await runAllowed(source, draft, allowScripts, io);
    const manifestFile = join(draft, 'capability.json');
    const module = `./${relative(draft, moduleFile).replaceAll('\\', '/')}`;
    const environment = await readEnvironment(resolve(io.cwd, source));
    const request = { file: moduleFile, module, ...described, environment };
    const inspected = await inspectModule(request, location, io.env);
    const finding = inspected.findings.find(({ level }) => level === 'problem');
    if (finding !== undefined) throw refused(source, `${finding.where}: ${finding.message}`);
    const code = inspected.capability?.code;
    if (code === undefined) throw refused(source, 'its module exports no capability');
    await assertNew(code.name, source, location);
    const written = await writeUnit(manifestFile, moduleFile, inspected, { packageSource: source, environment });
    const folder = join(location.addedDir, code.name);
    await rename(draft, folder);
    const manifests = written.map((one) => ({ ...one, file: join(folder, relative(draft, one.file)) }));
    return { name: code.name, version: code.version, folder, manifests, heldScripts };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Runs the install scripts that are allowed; returns the names of the packages whose scripts were not run. */
async function runAllowed(
  source: string,
  folder: string,
  allowed: readonly string[],
  io: ProjectIo,
): Promise<readonly string[]> {
  const scripts = await packagesWithScripts(folder);
  const unknown = allowed.find((name) => !scripts.includes(name));
  if (unknown !== undefined) throw refused(source, `no package "${unknown}" with an install script is installed`);
  try {
    if (allowed.length > 0) await runInstallScripts(folder, allowed, io.env);
  } catch (error) {
    throw refused(source, error instanceof Error ? error.message : String(error), error);
  }
  return scripts.filter((name) => !allowed.includes(name));
}

/** The environment that the author of a folder states in its manifest. */
async function readEnvironment(folder: string): Promise<CapabilityEnvironment | undefined> {
  const file = join(folder, 'capability.json');
  if (!existsSync(file)) return undefined;
  const manifest = toManifest(await readObject(file), `the manifest "${file}"`);
  return 'environment' in manifest ? manifest.environment : undefined;
}

/** Brings the code into the folder and gives its module. */
async function fetch(source: string, folder: string, io: ProjectIo): Promise<string> {
  const path = resolve(io.cwd, source);
  const kind = statSync(path, { throwIfNoEntry: false });
  if (kind === undefined) return fromPackage(source, folder, io);
  return kind.isDirectory() ? fromFolder(path, folder, source, io) : fromFile(path, folder, io);
}

async function fromPackage(source: string, folder: string, io: ProjectIo): Promise<string> {
  await writeJson(join(folder, 'package.json'), { private: true });
  await install(source, folder, [source], io);
  const [name] = Object.keys(await readDependencies(folder));
  if (name === undefined) throw refused(source, 'npm installed nothing');
  return moduleIn(join(folder, 'node_modules', name), source);
}

async function fromFolder(path: string, folder: string, source: string, io: ProjectIo): Promise<string> {
  const { moduleFile } = await findUnit(path, path);
  if (moduleFile === undefined) throw refused(source, 'it names no module of its own');
  const isCode = (file: string) => !['node_modules', '.git', '.helve', '.venv', '__pycache__'].includes(basename(file));
  await cp(path, folder, { recursive: true, filter: isCode });
  // It is described anew, as what it is here.
  for (const name of ['capability.json']) await rm(join(folder, name), { force: true });
  if (!moduleFile.endsWith('.py')) await keepModuleType(path, folder);
  if (Object.keys(await readDependencies(folder)).length > 0) await install(source, folder, [], io);
  return join(folder, relative(path, moduleFile));
}

async function fromFile(path: string, folder: string, io: ProjectIo): Promise<string> {
  const { moduleFile = path } = await findUnit(path, io.cwd);
  const copy = join(folder, basename(moduleFile));
  await cp(moduleFile, copy);
  if (!moduleFile.endsWith('.py')) await keepModuleType(dirname(moduleFile), folder);
  return copy;
}

/** Keeps the module type of a `.js` file, which the nearest package decides, and that is another one after the copy. */
async function keepModuleType(from: string, folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const own = existsSync(file) ? await readObject(file) : { private: true };
  if (own['type'] !== undefined) return;
  for (let above = from; ; above = dirname(above)) {
    const described = join(above, 'package.json');
    if (existsSync(described)) {
      const { type = 'commonjs' } = await readObject(described);
      return writeJson(file, { ...own, type });
    }
    if (above === dirname(above)) return writeJson(file, { ...own, type: 'module' });
  }
}

async function moduleIn(folder: string, source: string): Promise<string> {
  const { moduleFile } = await findUnit(folder, folder);
  if (moduleFile === undefined) throw refused(source, 'it names no module of its own');
  return moduleFile;
}

async function install(source: string, folder: string, packages: readonly string[], io: ProjectIo): Promise<void> {
  try {
    await npmInstall(folder, packages, io.env);
  } catch (error) {
    throw refused(source, error instanceof Error ? error.message : String(error), error);
  }
}

async function assertNew(name: string, source: string, { searchPaths, addedDir }: WorkerLocation): Promise<void> {
  const { capabilities } = await discoverManifests(searchPaths);
  const known = capabilities.find(({ manifest }) => manifest.code.name === name)?.path;
  const existing = known ?? (existsSync(join(addedDir, name)) ? join(addedDir, name) : undefined);
  if (existing !== undefined) throw refused(source, `the name "${name}" is taken by "${existing}"`);
}

async function readDependencies(folder: string): Promise<Record<string, unknown>> {
  const file = join(folder, 'package.json');
  const { dependencies } = existsSync(file) ? await readObject(file) : {};
  return isPlainObject(dependencies) ? dependencies : {};
}

async function readObject(file: string): Promise<Record<string, unknown>> {
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  return isPlainObject(value) ? value : {};
}

function writeJson(file: string, value: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

function refused(source: string, problem: string, cause?: unknown): Error {
  return projectErrors.create('PROJECT_ADD_FAILED', { source, problem }, cause === undefined ? {} : { cause });
}

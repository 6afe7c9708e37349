import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import {
  discoverManifests,
  effectiveManifest,
  endStaleGroups,
  findPython,
  hasModule,
  platformProblem,
  type CapabilityFile,
} from '@helve/worker/host';
import { problem, warning, type WorkerFinding } from './worker-finding.js';
import type { WorkerLocation } from './worker-location.js';
import type { WorkerHost } from './open-worker-host.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Everything about a project that could keep its workers from running; nothing is started and nothing is mended. */
export async function checkWorkers(
  location: WorkerLocation,
  host: () => Promise<WorkerHost>,
  env: Env,
): Promise<readonly WorkerFinding[]> {
  const { capabilities, shadowed, broken } = await discoverManifests(location.searchPaths);
  return [
    ...broken.map(({ path, reason }) => problem(path, reason)),
    ...shadowed.map(({ path, by }) => warning(path, `it is hidden behind "${by}"`)),
    ...capabilities.flatMap((found) => checkRuntime(found, env)),
    ...(await checkModes(location)),
    ...(await checkStale(location)),
    ...(await checkStores(location, capabilities, host)),
  ];
}

/** A store that cannot be opened is a finding, and what is kept in it cannot be looked at. */
async function checkStores(
  { store }: WorkerLocation,
  capabilities: readonly CapabilityFile[],
  host: () => Promise<WorkerHost>,
): Promise<readonly WorkerFinding[]> {
  try {
    const { config } = await store.open();
    for (const id of await config.list()) await config.get(id);
  } catch (error) {
    return [problem('store', toMessage(error))];
  }
  const workers = await host();
  const found = await Promise.all(capabilities.map((capability) => checkEnv(capability, workers)));
  return found.flat();
}

/** The program that runs a capability, and whether this machine is one for it. */
function checkRuntime({ manifest, directory }: CapabilityFile, env: Env): readonly WorkerFinding[] {
  const { code, install } = effectiveManifest(manifest);
  const platform = platformProblem(manifest, process.platform);
  const isMade = manifest.environment?.python !== undefined;
  const usual = code.runtime === 'python' && !isMade ? findPython(directory) : undefined;
  const program = hasModule(code.runtime) ? (install?.execPath ?? usual) : code.command?.[0];
  const missing = program !== undefined && !isRunnable(program, resolve(directory, install?.cwd ?? '.'), env);
  return [
    ...(platform === undefined ? [] : [problem(code.name, platform)]),
    ...(missing ? [problem(code.name, `there is no program "${program}"`)] : []),
  ];
}

function isRunnable(program: string, cwd: string, env: Env): boolean {
  if (isAbsolute(program) || program.includes('/')) return isExecutable(resolve(cwd, program));
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Variables without a value, and templates that refer to what this host has not set. */
async function checkEnv({ manifest }: CapabilityFile, { manager }: WorkerHost): Promise<readonly WorkerFinding[]> {
  const { name } = manifest.code;
  const report = await manager.envReport(name).catch(toMessage);
  if (typeof report === 'string') return [problem(name, report)];
  const { variables, missing, problems } = report;
  return [
    ...problems.map(({ name: key, message }) => problem(`${name} ${key}`, message)),
    ...missing.map((key) => problem(`${name} ${key}`, 'it is required and has no value')),
    ...variables.flatMap(({ name: key, error }) =>
      error === undefined || missing.includes(key) ? [] : [warning(`${name} ${key}`, error)],
    ),
  ];
}

async function checkModes({ secrets }: WorkerLocation): Promise<readonly WorkerFinding[]> {
  const loose = await secrets.looseModes();
  return loose.map((path) => problem(path, 'others than its owner may read it'));
}

async function checkStale({ runDir }: WorkerLocation): Promise<readonly WorkerFinding[]> {
  const groups = await endStaleGroups(runDir, { dryRun: true });
  return groups
    .filter(({ alive }) => alive.length > 0)
    .map(({ instanceId, alive }) => {
      const [what, verb] = alive.length === 1 ? ['process', 'is'] : ['processes', 'are'];
      return warning(instanceId, `${what} ${alive.join(', ')} ${verb} left of a host that died; the next load ends it`);
    });
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

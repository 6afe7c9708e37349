import { mkdir } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { Secret } from '@helve/core';
import { planAdapters, type AdapterFailure } from '../adapter/plan-adapters.js';
import { assertWorkerEnv, composeWorkerEnv } from '../env/compose-worker-env.js';
import { resolveWorkerEnv } from '../env/resolve-worker-env.js';
import { capabilityDataDir } from '../env/worker-directories.js';
import type { ResolvedWorkerEnv } from '../env/worker-env-input.js';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { ManifestFile } from '../manifest/discover-manifests.js';
import { effectiveManifest, platformProblem } from '../manifest/effective-manifest.js';
import {
  hasModule,
  type AdapterManifest,
  type CapabilityManifest,
  type ManifestCode,
  type ManifestInstall,
  type Runtime,
} from '../manifest/manifest.js';
import { createMcpStdioRuntime } from '../mcp/mcp-stdio-runtime.js';
import type { WorkerSpec } from '../proxy/worker-spec.js';
import { findPython, pythonCommand } from '../python/python-command.js';
import type { TransportSpec } from '../transport/create-transport.js';
import type { TransportKind } from '../transport/transport.js';
import type { AdapterSource, ModuleExport } from '../wire/frame.js';
import type { Host, RemoteMachine } from './host.js';
import type { LoadOptions } from './load-options.js';

export type CapabilityFile = ManifestFile<CapabilityManifest>;
export type AdapterFile = ManifestFile<AdapterManifest>;

/** Creates the worker of a runtime without a module of its own. */
export type RuntimeSource = (manifest: CapabilityManifest) => {
  readonly capability: ModuleExport;
  readonly env?: Readonly<Record<string, string>>;
};

/** Everything decided before the first spawn; valid until a reload. */
export interface WorkerPlan {
  readonly manifest: CapabilityManifest;
  readonly options: LoadOptions;
  readonly transport: TransportKind;
  readonly env: ResolvedWorkerEnv;
  /** Names of the expected adapters. */
  readonly adapters: readonly string[];
  /** Manifests of the expected adapters. */
  readonly boundAdapters: readonly AdapterManifest[];
  readonly adapterFailures: readonly AdapterFailure[];
  readonly warnings: readonly string[];
  /** Graphics cards that belong to this worker alone. */
  readonly gpus: readonly string[];
  /** Machine that runs it; undefined for this one. */
  readonly remote: string | undefined;
  readonly spec: (session: string) => WorkerSpec;
}

export interface PlanInput {
  readonly id: string;
  readonly found: CapabilityFile;
  readonly adapters: readonly AdapterFile[];
  readonly options: LoadOptions;
  readonly envOverrides: Readonly<Record<string, string>>;
  /** Graphics cards that the worker sees. Default: it is told nothing about them. */
  readonly gpus?: readonly string[];
  /** Place among the workers of the instance, from 0. */
  readonly at?: number;
  readonly runtimes: { readonly [runtime: string]: RuntimeSource };
}

/** Plans the start of an instance; refuses what cannot work before anything starts. */
export async function planWorker(host: Host, input: PlanInput): Promise<WorkerPlan> {
  const manifest = effectiveManifest(input.found.manifest);
  const problem = platformProblem(manifest, process.platform);
  if (problem !== undefined)
    throw new CapabilityFatalError(`Cannot load: ${problem}`, { capabilityName: manifest.code.name });
  const { options } = input;
  const env = await resolveEnv(host, manifest, input);
  const isRemote = options.remote !== undefined;
  // Another machine has values of its own, and refuses what has none there either.
  const told = assertWorkerEnv(env, { missingEnv: options.missingEnv ?? (isRemote ? 'report' : 'fail') });
  const { bound, failures } = planAdapters(
    input.adapters
      .filter(({ manifest: { module } }) => runsBeside(module, manifest.code.runtime))
      .map(({ manifest: adapter, directory }) => ({ ...adapter, directory })),
    manifest.code.structuralSurface,
    { capabilityName: manifest.code.name, ...(options.adapters && { list: options.adapters }) },
  );
  const dataDir = capabilityDataDir(host.directories, manifest.code.name);
  if (dataDir !== null) await mkdir(dataDir, { recursive: true });
  const transport = transportKind(manifest, options);
  const remote = options.remote === undefined ? undefined : machineOf(options, input.at ?? 0);
  const machine = remote === undefined ? undefined : await findRemote(host, remote);
  const python = remote === undefined ? await preparePython(host, input.found) : undefined;
  return {
    manifest,
    options,
    transport,
    env,
    adapters: bound.map(({ name }) => name),
    boundAdapters: bound,
    adapterFailures: failures,
    warnings: isRemote ? [] : told,
    gpus: input.gpus ?? [],
    remote,
    spec: specMaker(
      host,
      manifest,
      input,
      await decideModules(host, { transport, machine, python, env, bound }, input),
    ),
  };
}

/** Resolves the environment that a worker of this manifest would get now. */
export async function resolveEnv(
  host: Host,
  manifest: CapabilityManifest,
  { options, envOverrides }: Pick<PlanInput, 'options' | 'envOverrides'>,
): Promise<ResolvedWorkerEnv> {
  const { name, workerEnv = [] } = manifest.code;
  return resolveWorkerEnv({
    ...host.directories,
    capabilityName: name,
    specs: workerEnv,
    hostEnv: host.hostEnv,
    installEnv: manifest.install?.envVars ?? {},
    overrides: envOverrides,
    secrets: await host.secrets.read(name),
    wireFd: 3,
    controlFd: 4,
    platform: process.platform,
    ...(options.inheritEnv && { inheritEnv: options.inheritEnv }),
    ...(options.logLevel && { logLevel: options.logLevel }),
  });
}

/** Makes the modules ready that a worker of this machine imports. */
async function decideModules(
  { modules }: Host,
  { bound, ...decided }: Omit<Decided, 'module' | 'adapters'> & { readonly bound: readonly BoundAdapter[] },
  { found }: PlanInput,
): Promise<Decided> {
  const ready = async (directory: string, module: string) => {
    const file = fromDirectory(directory, module);
    return decided.machine === undefined && isAbsolute(file) ? modules(file) : file;
  };
  const { module } = found.manifest.code;
  const adapters = bound.map(async ({ name, module: of, export: exported, directory }) => ({
    name,
    module: await ready(directory, of),
    export: exported,
  }));
  return {
    ...decided,
    module: module === undefined ? undefined : await ready(found.directory, module),
    adapters: await Promise.all(adapters),
  };
}

type BoundAdapter = AdapterManifest & { readonly directory: string };

interface Decided {
  readonly transport: TransportKind;
  /** The machine that runs it; undefined for this one. */
  readonly machine: RemoteMachine | undefined;
  /** Interpreter of the stated environment. */
  readonly python: string | undefined;
  readonly env: ResolvedWorkerEnv;
  /** The module of the capability, ready to be imported. */
  readonly module: string | undefined;
  readonly adapters: readonly AdapterSource[];
}

function specMaker(host: Host, manifest: CapabilityManifest, input: PlanInput, decided: Decided): WorkerPlan['spec'] {
  const { id, options } = input;
  const source = resolveSource(manifest, decided.module, input.runtimes);
  // Another machine has its own environment: only what is sent reaches it.
  const isRemote = decided.transport === 'webSocket';
  const { env, secrets } = composeWorkerEnv(decided.env, isRemote ? 'channel' : options.secretDelivery);
  const sent = isRemote ? { ...chosenVariables(decided.env), ...secrets } : secrets;
  const { adapters } = decided;
  return (session) => ({
    instanceId: id,
    session,
    transport: chooseTransport(host, manifest, input, decided, {
      ...env,
      ...source?.env,
      ...gpuEnv(input.gpus),
      HELVE_WORKER_SESSION_ID: session,
    }),
    ...(source && { capability: source.capability }),
    adapters,
    ...(options.wire && { limits: options.wire }),
    ...(options.logLevel && { logLevel: options.logLevel }),
    secrets: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, new Secret(value)])),
    ...(options.timeouts?.startMs !== undefined && { startMs: options.timeouts.startMs }),
    ...(options.graceMs !== undefined && { graceMs: options.graceMs }),
  });
}

/** Values that somebody chose here for declared variables; defaults are those of the machine that runs the worker. */
function chosenVariables({ variables }: ResolvedWorkerEnv): Readonly<Record<string, string>> {
  const chosen = variables.filter(
    ({ declared, secret, source }) => declared && !secret && (source === 'override' || source === 'install'),
  );
  return Object.fromEntries(chosen.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

/** Built-in runtimes; those of the host take precedence. */
const builtInRuntimes: PlanInput['runtimes'] = Object.freeze({ 'mcp-stdio': createMcpStdioRuntime() });

function resolveSource(manifest: CapabilityManifest, module: string | undefined, runtimes: PlanInput['runtimes']) {
  const { runtime, export: exported, name } = manifest.code;
  if (runtime === 'command') return undefined;
  const maker = runtimes[runtime] ?? builtInRuntimes[runtime];
  if (maker !== undefined) return maker(manifest);
  if (!hasModule(runtime) || module === undefined) {
    throw new CapabilityFatalError(`Cannot load "${name}": this host has no runtime "${runtime}"`, {
      capabilityName: name,
    });
  }
  return { capability: { module, ...(exported && { export: exported }) }, env: {} };
}

function chooseTransport(
  host: Host,
  { code, install }: CapabilityManifest,
  { found, options }: PlanInput,
  { transport: kind, machine, python }: Decided,
  env: Readonly<Record<string, string>>,
): TransportSpec {
  const cwd = resolve(found.directory, install?.cwd ?? '.');
  const runner = host.runner === undefined ? {} : { runner: host.runner };
  const execArgv = options.execArgv === undefined ? {} : { execArgv: options.execArgv };
  const execPath = install?.execPath === undefined ? {} : { execPath: install.execPath };
  if (machine !== undefined) return { kind: 'webSocket', ...machine, url: toWorkerUrl(machine.url, code.name) };
  switch (kind) {
    case 'inProcess':
      return { kind };
    case 'thread':
      return { kind, env, ...runner, ...execArgv };
    case 'process':
      return { kind, env, cwd, ...runner, ...execArgv, ...execPath };
    case 'ndjson':
      return {
        kind,
        env,
        cwd,
        ...runner,
        ...(options.guard !== undefined && { guard: options.guard }),
        command: toCommand(commandOf(code, install, found.directory, python) ?? [process.execPath, host.runner ?? '']),
      };
    case 'webSocket':
      throw new CapabilityInputError('Cannot load: option "remote" names the machine', { fieldsInvalid: ['remote'] });
  }
}

/** The workers of an instance take the machines in turn. */
function machineOf({ remote = '' }: LoadOptions, at: number): string {
  return typeof remote === 'string' ? remote : (remote[at % remote.length] ?? '');
}

/** A wrong address is refused where it is used. */
function toWorkerUrl(base: string, name: string): string {
  return URL.canParse(base) ? new URL(`worker/${name}`, base.endsWith('/') ? base : `${base}/`).href : base;
}

function gpuEnv(gpus: readonly string[] = []): Readonly<Record<string, string>> {
  return gpus.length === 0 ? {} : { CUDA_VISIBLE_DEVICES: gpus.join(',') };
}

function transportKind({ code }: CapabilityManifest, { transport, remote }: LoadOptions): TransportKind {
  if (remote !== undefined) return 'webSocket';
  const isForeign = code.runtime === 'command' || code.runtime === 'python';
  if (isForeign && transport !== undefined && transport !== 'ndjson') {
    const problem = `runtime "${code.runtime}" runs in a process of its own, over "ndjson"`;
    throw new CapabilityInputError(`Cannot load "${code.name}": ${problem}`, { fieldsInvalid: ['transport'] });
  }
  return transport ?? (isForeign ? 'ndjson' : 'process');
}

async function findRemote({ remotes }: Host, name: string): Promise<RemoteMachine> {
  const machine = Object.hasOwn(remotes, name) ? remotes[name] : undefined;
  if (machine !== undefined) return typeof machine === 'function' ? machine() : machine;
  throw new CapabilityInputError(`Cannot load: there is no remote machine "${name}"`, { fieldsInvalid: ['remote'] });
}

/** The interpreter of the stated environment, which this host makes; undefined where none is stated. */
async function preparePython({ environments }: Host, found: CapabilityFile): Promise<string | undefined> {
  const { environment, code } = found.manifest;
  if (environment?.python === undefined) return undefined;
  if (environments !== undefined) return environments(found);
  throw new CapabilityFatalError(`Cannot load "${code.name}": this host makes no environments`, {
    capabilityName: code.name,
  });
}

function commandOf(
  { runtime, command }: ManifestCode,
  install: ManifestInstall | undefined,
  directory: string,
  python: string | undefined,
) {
  if (runtime === 'python') return pythonCommand(install?.execPath ?? python ?? findPython(directory), 'serve');
  const [program = '', ...rest] = command ?? [];
  return python !== undefined && /^python3?$/.test(program) ? [python, ...rest] : command;
}

function toCommand([first, ...rest]: readonly string[]): readonly [string, ...string[]] {
  if (first === undefined) throw new CapabilityFatalError('Cannot load: the command is empty');
  return [first, ...rest];
}

/** An adapter shares the process of its capability, and so its language. */
function runsBeside(module: string, runtime: Runtime): boolean {
  return module.endsWith('.py') === (runtime === 'python');
}

function fromDirectory(directory: string, module: string): string {
  return module.startsWith('.') || isAbsolute(module) ? resolve(directory, module) : module;
}

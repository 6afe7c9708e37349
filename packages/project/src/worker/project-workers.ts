import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { nearestNames } from '@helve/core';
import type { DiscoveryReport } from '@helve/worker/host';
import { defaultWorkerPaths, type WorkerSettings } from '../config/worker-keys.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { LazyStore } from '../caller/lazy-store.js';
import { registerTools, type RegisteredTools } from '../registry/register-tools.js';
import { HostSharing } from './host/host-sharing.js';
import type { HostRequest } from './host/host-verbs.js';
import type { CapabilityTool } from './capability-tools.js';
import { hostRunDir } from './host-run-dir.js';
import type { Notify } from '../project-io.js';
import type { WorkerHost, WorkersDoor, WorkerHostOptions } from './open-worker-host.js';

/** Surroundings of the workers of a project. */
export interface WorkersContext {
  readonly config: Pick<ResolvedConfig, 'workers'>;
  readonly configFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: LazyStore;
  /** Ends the wait for workers that start. */
  readonly signal?: AbortSignal | undefined;
  readonly notify?: Notify | undefined;
}

/** The capabilities of a project, known by their manifests: no worker begins before one of their tools is called. */
export interface ProjectWorkers {
  readonly tools: readonly CapabilityTool[];
  /** Remarks on capabilities that bring no tools, with the reason. */
  readonly remarks: readonly string[];
  /** Sets who the workers start for, before they start. Default: a command, for its time. */
  host(door: WorkersDoor, options: WorkerHostOptions): void;
  /** Begins the workers of this process, if nobody has yet. */
  open(): Promise<WorkerHost>;
  /** Returns the host of the project: the one that runs elsewhere, or the workers of this process. */
  request(): Promise<HostRequest>;
  /** Returns the host of another process; undefined where this one hosts the workers. */
  elsewhere(): Promise<HostRequest | undefined>;
  /** Lets other processes use the workers of this one, from now on or when their host ends; false while another one hosts them. */
  serve(): Promise<boolean>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** Most projects have no capabilities, and load nothing for it. */
export async function openProjectWorkers(context: WorkersContext): Promise<ProjectWorkers> {
  const { config, configFile, env, store, notify = () => undefined } = context;
  const { signal = new AbortController().signal } = context;
  let opening: Promise<WorkerHost> | undefined;
  let door: WorkersDoor = { io: { env, signal }, notify };
  let options: WorkerHostOptions = {};
  // Flows may begin workers before anybody says for whom.
  const doorNow: WorkersDoor = {
    io: {
      env,
      get signal() {
        return door.io.signal;
      },
    },
    notify: (text) => door.notify(text),
  };
  const optionsNow: WorkerHostOptions = {
    get keep() {
      return options.keep === true;
    },
    get quiet() {
      return options.quiet === true;
    },
  };
  const begin = async () => {
    const [{ openWorkerHost }, { toWorkerLocation }] = await Promise.all([
      import('./open-worker-host.js'),
      import('./worker-location.js'),
    ]);
    return openWorkerHost(toWorkerLocation(configFile, config, store), doorNow, optionsNow);
  };
  const open = () => (opening ??= begin());
  const host: ProjectWorkers['host'] = (forDoor, withOptions) => {
    door = forDoor;
    options = withOptions;
    if (withOptions.keep === true) sharing.willServe();
  };
  const sharing = new HostSharing(hostRunDir(configFile), async () => {
    const { createHostRequest } = await import('./host/create-host-request.js');
    return createHostRequest(await open());
  });
  const { request, elsewhere, serve } = sharing;
  const close = async () => {
    await sharing.close();
    // A failure to begin was reported to the caller.
    await (await opening?.catch(() => undefined))?.close();
  };
  const parts = { host, open, request, elsewhere, serve, close };
  const root = dirname(configFile);
  const paths = workerPaths(config, configFile);
  if (!hasWorkers(config, configFile)) return { ...parts, tools: [], remarks: [] };
  const [{ discoverManifests }, { capabilityTools }] = await Promise.all([
    import('@helve/worker/host'),
    import('./capability-tools.js'),
  ]);
  const remarks: string[] = [];
  const say = (text: string) => void remarks.push(text);
  const report = await discoverManifests(paths);
  for (const remark of unknownCapabilities(config.workers, report)) say(remark);
  const tools = capabilityTools(report, { root, open, elsewhere, settings: config.workers, say });
  return { ...parts, tools, remarks };
}

/** Settings of capabilities that are not there, with the nearest name. */
function unknownCapabilities({ capabilities = {} }: WorkerSettings, report: DiscoveryReport): readonly string[] {
  const known = report.capabilities.map(({ manifest }) => manifest.code.name);
  const unknown = Object.keys(capabilities).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const [nearest] = nearestNames(name, known, 1);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    return `The config has settings in workers.capabilities.${name}, and there is no such capability${hint}`;
  });
}

function workerPaths({ workers }: Pick<ResolvedConfig, 'workers'>, configFile: string): readonly string[] {
  return (workers.paths ?? defaultWorkerPaths).map((path) => resolve(dirname(configFile), path));
}

/** True when a project has somewhere to look for workers. */
export function hasWorkers(config: Pick<ResolvedConfig, 'workers'>, configFile: string): boolean {
  return workerPaths(config, configFile).some((path) => existsSync(path));
}

/** Adds the tools of capabilities to those of a project; what the project itself calls by an id wins. */
export function withCapabilities(
  registered: RegisteredTools,
  { tools, remarks }: Pick<ProjectWorkers, 'tools' | 'remarks'>,
  configFile: string,
): RegisteredTools & Pick<ProjectWorkers, 'remarks'> {
  if (tools.length === 0) return { ...registered, remarks };
  const isFree = ({ tool: { id } }: CapabilityTool) => !registered.origins.has(id);
  const hidden = tools
    .filter((one) => !isFree(one))
    .map(({ tool, from }) => `The tool "${tool.id}" of ${from} is left out: the project has one of that id`);
  const all = [...registered.origins.values(), ...tools.filter(isFree)];
  return { ...registerTools(all, configFile), remarks: [...remarks, ...hidden] };
}

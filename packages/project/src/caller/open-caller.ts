import {
  createCaller,
  type Caller,
  type CallJobs,
  type RegistrySnapshot,
  type Report,
  type ToolHook,
  type ToolHookSource,
  type TrailSink,
} from '@helve/core';
import type { GovernOptions } from '@helve/govern';
import type { Store } from '@helve/store';
import type { Project } from '../open-project.js';
import type { Governance } from '../config/caller-keys.js';
import { toProviderRegistry } from './to-provider-registry.js';

/** Options of a door for the calls that it makes. */
export interface OpenCallerOptions {
  readonly report: Report;
  /** Lets the text of unforeseen errors out: for a terminal only. */
  readonly exposeMessages?: boolean;
  /** Hooks of the door itself, after all others. */
  readonly hooks?: readonly ToolHook[];
  /** Plans a tool when it is called, and not all of them before: for a door that makes one call and is gone. */
  readonly planLater?: boolean;
  /** Goes on with calls that nobody waits for: `jobs.calls` of `openJobs`, whose hooks belong among those of the door. */
  readonly jobs?: CallJobs;
}

/** The one way to call the tools of a project, and what is kept of it; nothing is with `govern: false`. */
export interface ProjectCaller {
  readonly caller: Caller;
  readonly store: Store | undefined;
  /** Beside it lies what people agree to, such as the definitions of foreign tools. */
  readonly configFile: string;
  /** The rules of every call, some of which also say who sees a tool. */
  readonly hooks: readonly ToolHookSource[];
  /** True when the config lets users approve their own calls through a door. */
  readonly selfApproval?: boolean | undefined;
}

/** Project as a caller needs it; its tools may be a part of them. */
export interface CallableProject extends Pick<Project, 'config' | 'configFile' | 'store' | 'flow'> {
  readonly tools: RegistrySnapshot;
}

/** rules of `govern` ▸ hooks of the project and its plugins ▸ hooks of the door ▸ tool. */
export async function openCaller(project: CallableProject, options: OpenCallerOptions): Promise<ProjectCaller> {
  const { govern: governance } = project.config;
  if (governance === false) {
    const { configFile } = project;
    return {
      caller: composeCaller(project, options, undefined),
      store: undefined,
      configFile,
      hooks: project.config.hooks,
    };
  }
  const store = await project.store.open();
  const rules = await composeRules(governance, { stores: store, trail: store.trail });
  return Object.freeze({
    caller: composeCaller(project, options, rules),
    store,
    configFile: project.configFile,
    hooks: [...rules.hooks, ...project.config.hooks],
    selfApproval: selfApprovalIn(governance),
  });
}

function selfApprovalIn(governance: Exclude<Governance, false>): boolean | undefined {
  const { confirm } = typeof governance === 'string' ? {} : governance;
  return confirm === undefined || confirm === false ? undefined : confirm.selfApproval;
}

/** Rules that follow from a configuration and its preset. */
export interface Rules {
  /** For calls that end before there is a hook to record them, as those of unknown tools. */
  readonly trail: TrailSink;
  readonly hooks: readonly ToolHook[];
  readonly auditMode: 'isolated' | 'required';
}

export async function composeRules(
  governance: Exclude<Governance, false>,
  stores: Required<Pick<GovernOptions, 'stores' | 'trail'>>,
): Promise<Rules> {
  const { auditModeOf, govern } = await import('@helve/govern');
  const chosen = typeof governance === 'string' ? { preset: governance } : governance;
  const hooks = govern({ preset: 'standard', ...chosen, ...stores });
  return { trail: stores.trail, hooks, auditMode: auditModeOf(hooks) };
}

export function composeCaller(
  { config, tools, flow }: CallableProject,
  options: OpenCallerOptions,
  rules: Rules | undefined,
): Caller {
  const { report, exposeMessages, hooks: ofDoor = [], planLater = false, jobs } = options;
  const registry = toProviderRegistry(config.dependencies, (error) => report(error, { toolId: '-', requestId: '-' }));
  const { hooks: ofRules = [], auditMode, trail } = rules ?? {};
  const ofPlugins = flow.plugins.flatMap((plugin) => plugin.hooks);
  const hooks = [...ofRules, ...config.hooks, ...ofPlugins, ...ofDoor];
  const called = planLater ? listingNone(tools) : tools;
  return createCaller({ tools: called, hooks, registry, auditMode, trail, report, exposeMessages, jobs });
}

/** Wraps a registry so that it lists nothing: tools have to be looked up by their ids. */
function listingNone(tools: RegistrySnapshot): RegistrySnapshot {
  return {
    version: tools.version,
    size: tools.size,
    get: (id) => tools.get(id),
    list: () => [],
    contracts: () => tools.contracts(),
  };
}

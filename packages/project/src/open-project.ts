import { toContract } from '@helve/core';
import type { ResolvedConfig } from './config/config-keys.js';
import type { ConfigOverride } from './config/config-override.js';
import { loadConfig, loadConfigIfAny } from './config/load-config.js';
import type { FlowEnvironment } from './flow/open-flow-environment.js';
import type { NamedRun } from './flow/tools-for-run.js';
import type { ProjectIo } from './project-io.js';
import { openServers } from './mcp/project-servers.js';
import { builtInTools } from './registry/built-in-tools.js';
import { createLazyStore, type LazyStore } from './caller/lazy-store.js';
import { isOfAuthor, stepRights } from './reach/step-rights.js';
import { collectTools } from './registry/collect-tools.js';
import { registerTools, type RegisteredTools } from './registry/register-tools.js';
import { isolateTools } from './worker/isolate-tools.js';
import { useNodeSha256 } from './use-node-sha256.js';
import { openProjectWorkers, withCapabilities, type ProjectWorkers } from './worker/project-workers.js';

/** Everything that a command works with, composed; `openCaller` adds what a call goes through. */
export interface Project extends RegisteredTools {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly store: LazyStore;
  readonly flow: FlowEnvironment;
  /** Workers in processes of their own; none begins before it is called. */
  readonly workers: Pick<ProjectWorkers, 'open' | 'host' | 'remarks'>;
  /** Ends what it started, and writes what is under way. */
  close(): Promise<void>;
}

/** Location of a project: working directory, environment, config file and overrides. */
export interface ProjectLocation {
  readonly io: Pick<ProjectIo, 'cwd' | 'env'>;
  readonly configFile: string | undefined;
  readonly overrides?: readonly ConfigOverride[];
  /** Without a config, everything has its default. */
  readonly configOptional?: boolean | undefined;
  /** Checks the config before anything is composed; may throw. */
  readonly configured?: (config: ResolvedConfig) => Promise<void> | undefined;
  /** The one run that the project is opened for; without one it has every tool. */
  readonly run?: NamedRun;
}

/** sha256 ▸ config ▸ store, not opened yet ▸ flow environment ▸ tools ▸ sealed registry. */
export async function openProject(location: ProjectLocation): Promise<Project> {
  // The flow environment is the largest part; it loads while the config does.
  const loading = import('./flow/compose-flow.js');
  const { config, file, store } = await loadStore(location);
  await location.configured?.(config);
  const { composeFlow } = await loading;
  const registered: Partial<RegisteredTools> = {};
  const originsNow = () => registered.origins ?? new Map<string, never>();
  const { overrides = [] } = location;
  const flow = await composeFlow(
    {
      config,
      configFile: file,
      overrides,
      env: location.io.env,
      store,
      isOfAuthor: (ctx) => isOfAuthor(ctx, originsNow()),
      // Grants are part of servers, which most commands do not load.
      stepRights: async (ctx) => {
        const { createGrants } = await import('./serve/create-grants.js');
        return stepRights(ctx, originsNow(), createGrants(originsNow(), config.expose));
      },
    },
    (id) => {
      const tool = registered.tools?.get(id);
      return tool === undefined ? undefined : toContract(tool);
    },
    location.run,
  );
  const context = { config, configFile: file, env: location.io.env, store };
  const servers = await openServers(context);
  const capabilities = await openProjectWorkers(context);
  const close = async () => {
    await servers.close();
    await capabilities.close();
    await flow.close();
    await store.close();
  };
  try {
    const { open, host } = capabilities;
    const own = isolateTools(await collectTools(config.tools, file), { config, configFile: file, overrides, open });
    const collected = [...own, ...(await builtInTools(config.govern, store)), ...flow.records, ...servers.tools];
    const { remarks, ...all } = withCapabilities(registerTools(collected, file), capabilities, file);
    Object.assign(registered, all);
    const workers = { open, host, remarks };
    return Object.freeze({ config, configFile: file, store, flow: flow.environment, workers, close, ...all });
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Opens the flow environment alone, for commands that look at formats and plugins and not at tools to call. */
export async function openFlows(location: ProjectLocation): Promise<FlowEnvironment> {
  const loading = import('./flow/open-flow-environment.js');
  const { config, file } = await loadStore(location);
  return (await loading).openFlowEnvironment(config, file, () => undefined);
}

/** Loads the config and prepares the store, for commands that look back at calls and not at tools. */
export async function loadStore({ io, configFile, overrides, configOptional = false }: ProjectLocation) {
  useNodeSha256();
  const { file, config } = await (configOptional ? loadConfigIfAny : loadConfig)(io.cwd, configFile, overrides);
  return { file, config, store: createLazyStore(config.store, file) };
}

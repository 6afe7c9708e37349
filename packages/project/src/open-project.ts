import { toContract } from '@helve/core';
import type { ResolvedConfig } from './config/config-keys.js';
import type { ConfigOverride } from './config/config-override.js';
import { loadConfig, loadConfigIfAny } from './config/load-config.js';
import type { FlowEnvironment } from './flow/open-flow-environment.js';
import type { NamedRun } from './flow/tools-for-run.js';
import type { Notify, ProjectIo } from './project-io.js';
import { openServers, type ProjectServers } from './mcp/project-servers.js';
import { builtInTools } from './registry/built-in-tools.js';
import { createLazyStore, type LazyStore } from './caller/lazy-store.js';
import { isOfAuthor, stepRights } from './reach/step-rights.js';
import { collectTools } from './registry/collect-tools.js';
import { openServices } from './open-api/open-services.js';
import { LiveTools } from './registry/live-tools.js';
import { openRegistries, type RegistriesContext } from './registry/open-registries.js';
import { registrySources, type RegistrySource } from './registry/registry-source.js';
import type { RegistriesWatch } from './registry/watch-registries.js';
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
  readonly workers: Omit<ProjectWorkers, 'tools' | 'close'>;
  /** The tools as they are now, which a watch of built registries swaps. */
  readonly tools: LiveTools;
  /** Reads the page that shows what a tool of an MCP server returns. */
  readonly readView: ProjectServers['readView'];
  /** Builds and swaps the tools of built registries after every change, and tells about it. */
  watch(notify: Notify): Promise<RegistriesWatch>;
  /** Ends what it started, and writes what is under way. */
  close(): Promise<void>;
}

/** Location of a project: working directory, environment, config file and overrides. */
export interface ProjectLocation {
  readonly io: Pick<ProjectIo, 'cwd' | 'env'> & Partial<Pick<ProjectIo, 'signal'>>;
  readonly configFile: string | undefined;
  readonly overrides?: readonly ConfigOverride[];
  /** Without a config, everything has its default. */
  readonly configOptional?: boolean | undefined;
  /** Checks the config before anything is composed; may throw. */
  readonly configured?: (config: ResolvedConfig) => Promise<void> | undefined;
  /** Told what is built when the project is opened, and what workers that start have to say. */
  readonly notify?: Notify | undefined;
  /** True for a process that goes on while tool folders are built again. */
  readonly outlives?: boolean | undefined;
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
  const context = { config, configFile: file, env: location.io.env, store };
  const { io } = location;
  const capabilities = await openProjectWorkers({ ...context, signal: io.signal, notify: location.notify });
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
    capabilities,
    (id) => {
      const tool = registered.tools?.get(id);
      return tool === undefined ? undefined : toContract(tool);
    },
    location.run,
  ).catch(async (thrown: unknown) => {
    await capabilities.close();
    throw thrown;
  });
  const servers = await openServers(context);
  const close = async () => {
    await servers.close();
    await flow.close();
    await capabilities.close();
    await store.close();
  };
  try {
    const { open } = capabilities;
    const sources = registrySources(config.tools, file);
    const {
      io: { env },
      notify = ignore,
      outlives = false,
    } = location;
    const registries = { configFile: file, env, notify, outlives };
    const own = isolateTools(await collectTools(config.tools, file), { config, configFile: file, overrides, open });
    const services = await openServices(config.openApi, file, { env, notify });
    const others = [...(await builtInTools(config.govern, store)), ...flow.records, ...servers.tools, ...services];
    const register = async () => {
      const collected = [...own, ...(await openRegistries(sources, registries)), ...others];
      return withCapabilities(registerTools(collected, file), capabilities, file);
    };
    const { remarks, ...all } = await register();
    const tools = new LiveTools(all);
    const { origins } = tools;
    Object.assign(registered, { tools, origins });
    const { host, request, elsewhere, serve } = capabilities;
    const workers = { open, host, request, elsewhere, serve, remarks };
    const watch: Project['watch'] = (tell) => watchTools(sources, { ...registries, notify: tell }, tools, register);
    return Object.freeze({
      config,
      configFile: file,
      store,
      flow: flow.environment,
      workers,
      close,
      readView: servers.readView,
      tools,
      origins,
      watch,
    });
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Swaps the tools whenever the registry of a source was built again. */
async function watchTools(
  sources: readonly RegistrySource[],
  context: RegistriesContext,
  tools: LiveTools,
  register: () => Promise<RegisteredTools>,
): Promise<RegistriesWatch> {
  const { watchRegistries } = await import('./registry/watch-registries.js');
  return watchRegistries(sources, context, async () => {
    if (tools.swap(await register())) context.notify(`The tools are now ${tools.version}`);
  });
}

function ignore(): void {}

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

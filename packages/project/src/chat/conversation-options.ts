import type { SessionOptions } from '@helve/agent';
import {
  handlerCapabilities,
  type ProviderRegistry,
  type RegistrySnapshot,
  type ToolHook,
  type ToolHookSource,
  type ToolRecord,
  type ToolUser,
} from '@helve/core';
import { composeRules } from '../caller/open-caller.js';
import { toProviderRegistry } from '../caller/to-provider-registry.js';
import type { Governance } from '../config/caller-keys.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { ModelChoice } from '../model/model-key.js';
import type { Project } from '../open-project.js';
import type { Notify, ProjectIo } from '../project-io.js';
import { selectTools } from '../registry/project-tools.js';
import { createGrants } from '../serve/create-grants.js';

/** Where a conversation is held. */
export interface ChatDoor {
  readonly io: Pick<ProjectIo, 'env' | 'user'>;
  readonly notify: Notify;
  /** Door of its calls (default: the terminal). */
  readonly door?: string;
  /** User of the conversation (default: the account of this machine). */
  readonly user?: ToolUser;
  /** Id under which the conversation is stored; one that was stored goes on (default: it is not stored). */
  readonly id?: string;
  /** Hooks of the door itself, after all others. */
  readonly hooks?: readonly ToolHook[];
  /** Filters the tools that the user may see (default: all). */
  readonly sees?: (tools: readonly ToolRecord[]) => Promise<readonly ToolRecord[]>;
}

/** A model of the config, by its name. */
interface NamedModel {
  readonly name: string;
  readonly choice: ModelChoice;
}

/** Options of every conversation with the tools, rules and stores of a project, in writing or by voice. */
export async function conversationOptions(
  project: Project,
  door: ChatDoor,
  model: NamedModel | undefined,
): Promise<Omit<SessionOptions, 'mode' | 'transport'>> {
  const { io, notify, user = { id: io.user, scopes: ['helve:flows'] }, sees, door: name, id } = door;
  const { config } = project;
  const dependencies = toProviderRegistry(config.dependencies, (thrown) => notify(describeThrown(thrown)));
  const tools = await spokenTools(project, user, sees);
  return {
    tools,
    user,
    ...(model === undefined ? {} : { model: model.name }),
    ...(name === undefined ? {} : { door: name }),
    ...(id === undefined ? {} : { id, store: (await project.store.open()).sessions }),
    ...(model?.choice.instructions === undefined ? {} : { instructions: model.choice.instructions }),
    ...limitsOf(config, model?.choice),
    ...usesOf(project, tools, model?.choice),
    ...(config.tracer === false ? {} : { tracer: config.tracer }),
    dependencies,
    capabilities: readCapabilities(dependencies),
    report: (thrown) => notify(describeThrown(thrown)),
    ...(await rulesOfChat(config.govern, project, door.hooks ?? [])),
  };
}

/** Prices, budgets, and the room of a conversation. */
function limitsOf({ models, budget }: Project['config'], choice: ModelChoice | undefined) {
  const prices = Object.values(models).flatMap(({ model, price }) =>
    price === undefined ? [] : [[model, price] as const],
  );
  const { contextTokens: maxTokens } = choice ?? {};
  return {
    ...(prices.length === 0 ? {} : { prices: Object.fromEntries(prices) }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(maxTokens === undefined ? {} : { context: { maxTokens } }),
  };
}

/** Uses of the tools by the vendor; a tool that this user does not have is no mistake of the config. */
function usesOf(project: Project, tools: RegistrySnapshot, choice: ModelChoice | undefined) {
  const { toolSearch, parallelCalls, toolUse = {} } = choice ?? {};
  const isHidden = (id: string) => tools.get(id) === undefined && project.tools.get(id) !== undefined;
  const uses = Object.entries(toolUse).filter(([id]) => !isHidden(id));
  return {
    ...(toolSearch === true ? { selection: 'provider' as const } : {}),
    ...(parallelCalls === undefined ? {} : { parallelCalls }),
    ...(uses.length === 0 ? {} : { toolUse: Object.fromEntries(uses) }),
  };
}

/** Selects the tools for a model: those that the project exposes and that its user may use. */
async function spokenTools(
  { tools, origins, config }: Project,
  user: ToolUser,
  sees: ChatDoor['sees'],
): Promise<RegistrySnapshot> {
  const grants = createGrants(origins, config.expose);
  const all = tools.list().filter(({ id }) => grants(id, user, 'chat') === undefined);
  return selectTools(sees === undefined ? all : await sees(all), tools.version);
}

/** The rules of a turn, and those of the project that a turn has none of its own for. */
async function rulesOfChat(governance: Governance, { config, store: lazyStore }: Project, ofDoor: readonly ToolHook[]) {
  if (governance === false) return { policy: 'none', hooks: [...config.hooks, ...ofDoor] } as const;
  const { turnPolicy } = await import('@helve/govern');
  const store = await lazyStore.open();
  const chosen = typeof governance === 'string' ? { preset: governance } : governance;
  const ofTurn = { confirm: false, loops: false, timeout: false } as const;
  const rules = await composeRules({ ...chosen, ...ofTurn }, { stores: store, trail: store.trail });
  const hooks: readonly ToolHookSource[] = [...rules.hooks, ...config.hooks, ...ofDoor];
  return { policy: turnPolicy(), hooks, approvals: store.approvals, trail: store.trail };
}

/** Reads the capabilities that the project grants to handlers of tool folders. */
function readCapabilities(dependencies: ProviderRegistry): Readonly<Record<string, unknown>> {
  const value = dependencies.getAllSingletons().get(handlerCapabilities);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

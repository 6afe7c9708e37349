import { deepFreeze, nearestNames, type JsonObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';
import type { FlowTool } from '../contract/tool.js';
import { flowErrors } from '../flow-errors.js';
import { applyConfig } from './apply-config.js';
import { checkHandlers, checkRegistration, handledParts, hasShortForm } from './check-registration.js';
import { resolvePaths } from './path-parameter.js';
import { resolveContract } from './resolve-contract.js';
import type {
  RegisterOptions,
  ResolveInfo,
  ToolEntry,
  ToolEnv,
  ToolFactory,
  ToolInfo,
  ToolLookup,
} from './tool-info.js';

/** Says whether text given to a provider stays on this machine. */
export type Locality = boolean | ((config: JsonObject) => boolean);

/** The flow tools of an installation, by name and alias: filled, then sealed. */
export class FlowToolRegistry implements ToolLookup {
  readonly #entries = new Map<string, ToolEntry>();
  readonly #infos = new Map<string, ToolInfo>();
  readonly #names = new Map<string, string>();
  readonly #providers = new Map<string, Locality>();
  /** Where paths in the configs of its tools begin; without one, wherever the process runs. */
  readonly folder: string | undefined;
  #sealed = false;

  constructor({ folder }: { readonly folder?: string } = {}) {
    this.folder = folder;
  }

  get sealed(): boolean {
    return this.#sealed;
  }

  /** Adds a tool; its contract is in the schema (`schemaFrom`). */
  registerWithSchema<Config extends object = JsonObject>(
    name: string,
    factory: ToolFactory<Config>,
    schema: ComponentSchema,
    options: RegisterOptions<Config> = {},
  ): this {
    const meta = schema.toolMeta ?? refuse(name, 'its schema holds no contract');
    const probe = factory();
    // A tool gets only configs that its own schema has accepted, so its own type of config is the right one.
    const entry = { ...options, name, factory, schema } as unknown as ToolEntry;
    const handles = handledParts(probe);
    return this.#add(entry, meta, () => handles, [...checkRegistration(name, meta, schema), ...checkHandlers(probe)]);
  }

  /** Adds a tool whose package holds it to the rules: its schema and a first instance are made when somebody asks for them. */
  registerProven(entry: ToolEntry): this {
    const meta = entry.meta ?? entry.schema.toolMeta ?? refuse(entry.name, 'its schema holds no contract');
    let handles: ToolInfo['handles'] | undefined;
    return this.#add(entry, deepFreeze(meta), () => (handles ??= handledParts(entry.factory())));
  }

  /** Says of a provider of models or translations whether it is local. */
  registerProvider(name: string, local: Locality): this {
    this.#assertOpen(name);
    this.#providers.set(name, local);
    return this;
  }

  get(name: string): ToolInfo | undefined {
    return this.#infos.get(this.#names.get(name) ?? '');
  }

  /** Every tool in the order of registration; without the internal ones when `shown` is asked for. */
  list({ shown = false }: { readonly shown?: boolean } = {}): readonly ToolInfo[] {
    return [...this.#infos.values()].filter(({ meta }) => !shown || meta.internal !== true);
  }

  /** Suggestions for a misspelt name, nearest first. */
  suggest(name: string): string[] {
    return nearestNames(name, this.#names.keys());
  }

  /** The entry as it was registered. */
  entry(name: string): ToolEntry | undefined {
    return this.#entries.get(this.#names.get(name) ?? '');
  }

  /** A fresh instance, for one document. */
  create(name: string, config?: JsonObject, env: ToolEnv = {}): FlowTool {
    const entry = this.entry(name);
    if (entry === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'tool', name });
    if (config === undefined) return entry.factory(undefined, { tools: this, ...env });
    const result = applyConfig(entry.schema, config);
    if (result.ok) {
      const placed = this.folder === undefined ? result.config : resolvePaths(entry.schema, result.config, this.folder);
      return entry.factory(placed, { tools: this, ...env });
    }
    const { pointer, message } = result.errors[0] ?? { pointer: '', message: 'it is refused' };
    throw flowErrors.create('FLOW_CONFIG', { tool: name, problem: `${message}, at "${pointer}"` });
  }

  isLocalProvider(provider: unknown, config: JsonObject): boolean {
    const local = typeof provider === 'string' ? this.#providers.get(provider) : undefined;
    return typeof local === 'function' ? local(config) : (local ?? false);
  }

  /** From now on nothing can be added. */
  seal(): this {
    this.#sealed = true;
    return this;
  }

  readonly #resolveInfo: Omit<ResolveInfo, 'meta'> = Object.freeze({
    isLocalProvider: (provider: unknown, config: JsonObject) => this.isLocalProvider(provider, config),
    tool: (name: string) => this.get(name),
  });

  #add(entry: ToolEntry, meta: ToolMeta, handles: () => ToolInfo['handles'], found: readonly string[] = []): this {
    const { name } = entry;
    const names = [name, ...(meta.aliases ?? [])];
    this.#assertOpen(name);
    const duplicate = names.find((each, index) => this.#names.has(each) || names.indexOf(each) !== index);
    const problems = [...(duplicate === undefined ? [] : [`the name "${duplicate}" is taken`]), ...found];
    if (problems.length > 0) refuse(name, problems.join('; '));
    this.#entries.set(name, entry);
    this.#infos.set(name, toInfo(entry, { ...this.#resolveInfo, meta }, handles));
    for (const each of names) this.#names.set(each, name);
    return this;
  }

  #assertOpen(name: string): void {
    if (this.#sealed) refuse(name, 'the registry is sealed');
  }
}

/** Registers each entry of a list. */
export function registerAll(registry: FlowToolRegistry, entries: readonly ToolEntry[]): void {
  for (const { name, factory, schema, ...options } of entries) {
    registry.registerWithSchema(name, factory, schema, options);
  }
}

/** Registers each entry of a list that its package holds to the rules. */
export function registerProven(registry: FlowToolRegistry, entries: readonly ToolEntry[]): void {
  for (const entry of entries) registry.registerProven(entry);
}

function toInfo(entry: ToolEntry, info: ResolveInfo, handles: () => ToolInfo['handles']): ToolInfo {
  const { name, resolve, prompts, checkLocales } = entry;
  return Object.freeze({
    name,
    meta: info.meta,
    get schema() {
      return entry.schema;
    },
    get stepMeta() {
      return entry.schema.stepMeta;
    },
    hasShortForm: hasShortForm(name, info.meta),
    get handles() {
      return handles();
    },
    resolve: (config: JsonObject) => resolveContract(config, info, resolve),
    ...(prompts === undefined ? {} : { prompts }),
    ...(checkLocales === undefined ? {} : { checkLocales }),
  });
}

function refuse(name: string, problem: string): never {
  throw flowErrors.create('FLOW_REGISTRATION', { name, problem });
}

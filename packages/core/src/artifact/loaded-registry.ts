import { deepFreeze } from '../json/deep-freeze.js';
import type { JsonObject } from '../contract/json.js';
import type { ToolCategory, ToolPolicy } from '../contract/policy.js';
import type { Compiled, RestorePlan, SchemaCompiler } from '../contract/schema-compiler.js';
import type { ToolRecord } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { coreErrors } from '../errors/core-errors.js';
import { callTool } from '../invoke/invoke-tool.js';
import { createCaller } from '../invoke/create-caller.js';
import type { InvokeOptions } from '../invoke/invoke-options.js';
import { ToolRegistry, type RegistryChange } from '../registry/tool-registry.js';
import { digest } from '../json/digest.js';
import { policyOf, toContract } from '../tool/tool-contract.js';
import type { ArtifactTools } from './artifact-tools.js';
import { compileOwnTools, strictOf, type FormTable } from './compile-own-tools.js';
import { ListCache } from './list-cache.js';
import { formUnknown, type ProviderForms } from './provider-forms.js';
import { nameTools, type NamesSource, type ProviderNames } from './provider-names.js';

/** The tools for which strict forms are wanted: all, none, or those that have one. */
export type StrictChoice = boolean | 'auto';

export interface FormOptions {
  /** `false` unless told. */
  readonly strict?: StrictChoice | undefined;
}

export interface ProviderSchemasOptions extends FormOptions {
  /** Only tools that are allowed in this mode. */
  readonly mode?: string | undefined;
  /** Only these tools, by id. */
  readonly only?: readonly string[] | undefined;
}

export interface LockOptions {
  /** Make the provider forms of tools that were added in code. */
  readonly compilers?: readonly SchemaCompiler[] | undefined;
  readonly names?: NamesSource | undefined;
}

/** Options of one call; tool and registry are known already. */
export type ExecuteRequest = Omit<Partial<InvokeOptions>, 'tool' | 'tools'>;

/** The first words that a model reads about a tool. */
export interface ToolSummary {
  readonly id: string;
  readonly category: ToolCategory;
  readonly summary: string;
}

/** The rules of a tool, with its id and version. */
export interface ToolMetadata extends ToolPolicy {
  readonly id: string;
  readonly version: string;
}

/** The parts of a loaded registry; its snapshots share them. */
export interface RegistryParts {
  readonly tools: ArtifactTools;
  readonly forms: ProviderForms;
  readonly lazy: boolean;
}

/** The tools of an artifact, and those added to them in code: one object for every session and mode. */
export class LoadedRegistry extends ToolRegistry {
  readonly #parts: RegistryParts;
  /** Tools that are not the artifact's. */
  readonly #own: Set<string>;
  #changed: boolean;
  #compiled: FormTable = new Map();
  #names: ProviderNames | undefined;
  #schemas = new ListCache<readonly JsonObject[]>();
  #summaries = new ListCache<readonly ToolSummary[]>();
  #metadata = new Map<string, ToolMetadata>();
  readonly #definitionDigests = new WeakMap<object, string>();

  constructor(parts: RegistryParts, original?: LoadedRegistry) {
    super();
    this.#parts = parts;
    this.#own = new Set(original === undefined ? [] : original.#own);
    this.#changed = original !== undefined && original.#changed;
    if (original === undefined) {
      for (const source of parts.tools.sources) this.defer(source.toolId, () => parts.tools.recordOf(source));
    }
    this.subscribe((change) => this.#note(change));
  }

  /** Imports every handler, unless they are imported on first use, and reads the side files of the providers named. */
  async load(options: { readonly providers?: readonly string[] } = {}): Promise<this> {
    if (this.sealed) throw coreErrors.create('CALL_REGISTRY_SEALED', {});
    const { tools, forms, lazy } = this.#parts;
    if (!lazy) forms.openInside();
    await Promise.all([tools.load(lazy), ...(options.providers ?? []).map((key) => this.loadProvider(key))]);
    return this;
  }

  /** Reads what `getProviderSchemas` needs for a provider, strict forms too. Changes nothing, so it is fine at any time. */
  async loadProvider(provider: string): Promise<void> {
    this.#assertKnown(provider);
    await Promise.all([provider, strictOf(provider)].map((key) => this.#parts.forms.read(key)));
  }

  /** Ends the time of changes, and compiles what was added in code for the providers of these compilers. */
  override seal(options: LockOptions = {}): this {
    if (this.sealed && options.compilers === undefined) return this;
    if (this.sealed) throw coreErrors.create('CALL_REGISTRY_SEALED', {});
    this.#compiled = this.#compileOwn(options);
    super.seal();
    // Every check is compiled now, so that what is wrong shows before the first call.
    if (!this.#parts.lazy) createCaller({ tools: this });
    return this;
  }

  /** Seals the registry, as `seal` does. */
  lock(options: LockOptions = {}): this {
    return this.seal(options);
  }

  /**
   * A sealed copy of how things stand now, which shares everything with this registry; a sealed one is its own
   * snapshot.
   */
  override snapshot(): LoadedRegistry {
    if (this.sealed) return this;
    return this.copyTo(new LoadedRegistry(this.#parts, this)).seal();
  }

  /** The version of the artifact; changes made in code stand behind a plus sign. */
  override get version(): string {
    if (this.sealed) return super.version;
    const { version } = this.#parts.tools.artifact;
    return this.#changed ? `${version}+r${this.revision}` : version;
  }

  get gitCommit(): string {
    return this.#parts.tools.artifact.gitCommit;
  }

  /** Calls a tool; one answer whatever happens, never a throw. */
  executeTool(id: string, request: ExecuteRequest = {}): Promise<ToolResponse> {
    return callTool(optionsOf(request, id, this));
  }

  /**
   * The tools in a provider's form: the same frozen list for the same arguments, and nothing is converted.
   * Throws for a provider it does not know, and for a tool that has no such form: none is skipped.
   */
  getProviderSchemas(provider: string, options: ProviderSchemasOptions = {}): readonly JsonObject[] {
    const { mode, strict = false, only } = options;
    const make = () => this.#listSchemas(provider, strict, mode, only);
    if (only === undefined) return this.#schemas.whole(provider, strict, mode, make);
    return this.#schemas.selection(JSON.stringify([provider, strict, mode, only]), make);
  }

  /** Finds the plan that turns a model's arguments back into those of the tool; `null` if there is no such tool. */
  getRestorePlan(provider: string, id: string, options: FormOptions = {}): RestorePlan | null {
    return this.#formOf(provider, id, options)?.restore ?? null;
  }

  /** The digest of the definition that `getProviderSchemas` gives for a tool; `null` if there is no such tool. */
  definitionDigest(provider: string, id: string, options: FormOptions = {}): string | null {
    const schema = this.#formOf(provider, id, options)?.schema;
    if (schema === undefined) return null;
    const known = this.#definitionDigests.get(schema) ?? digest(schema);
    this.#definitionDigests.set(schema, known);
    return known;
  }

  /** Finds the name of a tool for providers; `null` if there is no such tool. */
  nameFor(id: string): string | null {
    return this.#namesNow().nameOf(id);
  }

  /** The id of the tool that providers call by this name; `null` if there is none. */
  toolOf(providerName: string): string | null {
    return this.#namesNow().idOf(providerName);
  }

  /** The tools in few words, in the order they were registered. */
  getSummaries({ mode }: { readonly mode?: string | undefined } = {}): readonly ToolSummary[] {
    return this.#summaries.whole('', false, mode, () => Object.freeze(this.#visible(mode).map(toSummary)));
  }

  /** Everything that is written about a tool; `null` if there is no such tool. */
  getDocumentation(id: string): string | null {
    const tool = this.get(id);
    if (tool === undefined) return null;
    return tool.docs?.documentation ?? tool.docs?.summary ?? tool.description;
  }

  /** The rules of a tool, with careful answers where it says nothing; `null` if there is no such tool. */
  getToolMetadata(id: string): ToolMetadata | null {
    const known = this.#metadata.get(id);
    if (known !== undefined) return known;
    const tool = this.get(id);
    if (tool === undefined) return null;
    const metadata = deepFreeze({ id, version: tool.version ?? '0.0.0', ...policyOf(tool) });
    this.#metadata.set(id, metadata);
    return metadata;
  }

  getToolsByCategory(category: ToolCategory): readonly ToolRecord[] {
    return this.list().filter(({ id }) => this.getToolMetadata(id)?.category === category);
  }

  protected override sealedVersion(): string {
    const { version } = this.#parts.tools.artifact;
    if (!this.#changed) return version;
    const own = this.list().map((tool) => (this.#own.has(tool.id) ? toContract(tool) : tool.id));
    return `${version}+${digest(own).slice(0, 8)}`;
  }

  #note({ type, id }: RegistryChange): void {
    if (id === undefined) return;
    this.#changed = true;
    if (type === 'tool-removed') this.#own.delete(id);
    else this.#own.add(id);
    this.#names = undefined;
    this.#schemas = new ListCache();
    this.#summaries = new ListCache();
    this.#metadata = new Map();
  }

  #listSchemas(
    provider: string,
    strict: StrictChoice,
    mode: string | undefined,
    only: readonly string[] | undefined,
  ): readonly JsonObject[] {
    this.#assertKnown(strict === true ? strictOf(provider) : provider);
    for (const id of only ?? []) if (this.get(id) === undefined) throw toolUnknown(id);
    const wanted = only === undefined ? undefined : new Set(only);
    const tools = this.#visible(mode).filter(({ id }) => wanted?.has(id) !== false);
    const forms = tools.map(({ id }) => this.#formOf(provider, id, { strict }));
    return Object.freeze(forms.flatMap((form) => (form === undefined ? [] : [form.schema])));
  }

  /** The tools that the outside may call in a mode. */
  #visible(mode: string | undefined): readonly ToolRecord[] {
    return this.list().filter(({ id, tags }) => {
      if (tags?.includes('internal') === true) return false;
      const modes = mode === undefined ? undefined : this.getToolMetadata(id)?.allowedModes;
      return mode === undefined || modes === undefined || modes.includes(mode);
    });
  }

  #formOf(provider: string, id: string, { strict: asked = false }: FormOptions): Compiled | undefined {
    this.#assertKnown(asked === true ? strictOf(provider) : provider);
    const tool = this.get(id);
    if (tool === undefined) return undefined;
    // The tool's own choice goes before the choice for all; some providers have no strict forms at all.
    const strict = tool.strict !== undefined && this.#isKnown(strictOf(provider)) ? tool.strict : asked;
    const form =
      (strict === false ? undefined : this.#keptForm(strictOf(provider), id)) ??
      (strict === true ? undefined : this.#keptForm(provider, id));
    if (form !== undefined) return form;
    throw coreErrors.create('CALL_FORM_MISSING', {
      tool: id,
      provider: strict === true ? strictOf(provider) : provider,
    });
  }

  #keptForm(provider: string, id: string): Compiled | undefined {
    if (this.#own.has(id)) return this.#compiled.get(provider)?.get(id);
    const { forms } = this.#parts;
    return forms.has(provider) ? forms.formOf(provider, id) : undefined;
  }

  #isKnown(provider: string): boolean {
    return this.#parts.forms.has(provider) || this.#compiled.has(provider);
  }

  #assertKnown(provider: string): void {
    if (this.#isKnown(provider)) return;
    throw formUnknown(provider, new Set([...this.#parts.forms.providers, ...this.#compiled.keys()]));
  }

  #compileOwn({ compilers = [], names }: LockOptions): FormTable {
    // The common case: everything was named and compiled by the build.
    if (this.#own.size === 0) return compileOwnTools([], compilers, {});
    this.#names = this.#nameAll(names);
    const tools = this.list().filter(({ id }) => this.#own.has(id));
    return compileOwnTools(tools.map(toContract), compilers, this.#names.map);
  }

  #namesNow(): ProviderNames {
    return (this.#names ??= this.#nameAll());
  }

  #nameAll(source?: NamesSource): ProviderNames {
    const ids = [...this.ids()];
    return nameTools(ids, this.#parts.tools.artifact.names, this.#own, source);
  }
}

function toSummary(tool: ToolRecord): ToolSummary {
  const summary = tool.docs?.summary ?? tool.description;
  return Object.freeze({ id: tool.id, category: policyOf(tool).category, summary });
}

function toolUnknown(tool: string): Error {
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool });
}

/** Options that throw when they are read are left to the call line, which answers for them too. */
function optionsOf(request: ExecuteRequest, tool: string, tools: LoadedRegistry): InvokeOptions {
  try {
    return { ...request, tool, tools };
  } catch {
    return request as InvokeOptions;
  }
}

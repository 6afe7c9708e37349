import type { JsonObject } from '@helve/core';
import type { LocaleId } from '../contract/block.js';
import type { ComponentSchema, StepMeta } from '../contract/component-schema.js';
import type { Diagnostic } from '../contract/diagnostic.js';
import type { FileAccess } from '../contract/file-access.js';
import type { ToolMeta } from '../contract/meta.js';
import type { ResolvedContract } from '../contract/plan.js';
import type { FlowTool } from '../contract/tool.js';

/** The parts of a contract that a config may refine. */
export const refinableFields = Object.freeze([
  'consumes',
  'produces',
  'requires',
  'sideEffects',
  'cardinality',
  'capability',
  'shape',
  'barrier',
  'recoverable',
  'writesOutput',
  'mayRemoveCodes',
  'exec',
] as const);
type RefinableField = (typeof refinableFields)[number];

/** A problem found by a resolver; `pointer` leads into the config. */
export type ResolverFinding = Pick<Diagnostic, 'severity' | 'message' | 'hint'> & {
  readonly rule?: string;
  readonly pointer?: string;
};

/** Changes of a contract by a config; `undefined` removes a field. */
export type Refinement = { readonly [Field in RefinableField]?: ToolMeta[Field] | undefined } & {
  readonly diagnostics?: readonly ResolverFinding[];
};

/** Input of a resolver besides the config. */
export interface ResolveInfo {
  readonly meta: ToolMeta;
  /** Text given to such a provider stays on this machine; one that nobody registered counts as remote. */
  isLocalProvider(provider: unknown, config: JsonObject): boolean;
  /** Another tool of the same registry, for tools that run chains. */
  tool(name: string): ToolInfo | undefined;
}

/** Refines a contract by a valid config; pure. */
export type ContractResolver<Config extends object = JsonObject> = (config: Config, info: ResolveInfo) => Refinement;

/** A contract under one config, and what is wrong with that config at this place. */
export interface Resolution {
  readonly contract: ResolvedContract;
  readonly diagnostics: readonly ResolverFinding[];
}

/** A prompt that a tool sends to a model before any content: its name and its text. */
export interface ToolPrompt {
  readonly name: string;
  readonly text: string;
}

/** The locales that a run gives a tool. */
export interface PromptLocales {
  readonly source: LocaleId;
  readonly targets: readonly LocaleId[];
}

/** Description of a registered tool. */
export interface ToolInfo {
  readonly name: string;
  readonly meta: ToolMeta;
  readonly schema: ComponentSchema;
  /** Set for a tool that wraps a step of another system. */
  readonly stepMeta?: StepMeta | undefined;
  /** True when `helve NAME FILES` runs it. */
  readonly hasShortForm: boolean;
  /** The parts that it handles besides blocks. */
  readonly handles: readonly PartHandler[];
  resolve(config: JsonObject): Resolution;
  /** Lists the prompts under a config; a tool without a model has none. */
  prompts?(config: JsonObject, locales: PromptLocales): readonly ToolPrompt[];
  /** Checks the locales of a run under a config. */
  checkLocales?(config: JsonObject, locales: PromptLocales): readonly ResolverFinding[];
}

/** The kinds of parts, other than blocks, that a tool may handle. */
export type PartHandler = 'data' | 'media' | 'layer';

/** Where tools are looked up by name or alias: a registry, or a map. */
export interface ToolLookup {
  get(name: string): ToolInfo | undefined;
}

/** Environment of a factory: the files that its tool may open, and other tools, for tools that run chains. */
export interface ToolEnv {
  readonly tools?: ToolLookup & { create(name: string, config?: JsonObject, env?: ToolEnv): FlowTool };
  readonly files?: FileAccess | undefined;
}

/** Makes the instance for one document: without a config from the defaults, else from a valid config. */
export type ToolFactory<Config extends object = JsonObject> = (config?: Config, env?: ToolEnv) => FlowTool;

/** Options of a registration besides factory and schema. */
export interface RegisterOptions<Config extends object = JsonObject> {
  readonly resolve?: ContractResolver<Config>;
  /** Lists its prompts: shown by `--explain-prompts`, and part of its fingerprint. Pure. */
  readonly prompts?: (config: Config, locales: PromptLocales) => readonly ToolPrompt[];
  /** Checks the locales of a run before any file is read. Pure. */
  readonly checkLocales?: (config: Config, locales: PromptLocales) => readonly ResolverFinding[];
  /** Why running it twice is not the same as running it once, where that holds. */
  readonly notIdempotent?: string;
}

/** One tool of a list that `registerAll` takes. */
export interface ToolEntry<Config extends object = JsonObject> extends RegisterOptions<Config> {
  readonly name: string;
  readonly factory: ToolFactory<Config>;
  readonly schema: ComponentSchema;
  /** The contract that is in the schema, of an entry whose schema is made when it is first read. */
  readonly meta?: ToolMeta;
}

import type { JsonObject } from '@helve/core';
import type { LocaleId } from '../contract/block.js';
import type { ComponentSchema } from '../contract/component-schema.js';
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

/** What a resolver itself finds wrong; `pointer` leads into the config. */
export type ResolverFinding = Pick<Diagnostic, 'severity' | 'message' | 'hint'> & {
  readonly rule?: string;
  readonly pointer?: string;
};

/** What a config changes about a contract; `undefined` takes a field away. */
export type Refinement = { readonly [Field in RefinableField]?: ToolMeta[Field] | undefined } & {
  readonly diagnostics?: readonly ResolverFinding[];
};

/** What a resolver may look at besides the config. */
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

/** What a tool tells a model before any content: a name for people, and the whole text. */
export interface ToolPrompt {
  readonly name: string;
  readonly text: string;
}

/** The locales that a run gives a tool. */
export interface PromptLocales {
  readonly source: LocaleId;
  readonly targets: readonly LocaleId[];
}

/** What a registry tells of a tool. */
export interface ToolInfo {
  readonly name: string;
  readonly meta: ToolMeta;
  readonly schema: ComponentSchema;
  /** Whether `helve NAME FILES` runs it. */
  readonly hasShortForm: boolean;
  /** The parts that it handles besides blocks. */
  readonly handles: readonly PartHandler[];
  resolve(config: JsonObject): Resolution;
  /** What it would tell a model under a config; a tool that asks none has no prompts. */
  prompts?(config: JsonObject, locales: PromptLocales): readonly ToolPrompt[];
  /** What is wrong with the locales of a run under a config. */
  checkLocales?(config: JsonObject, locales: PromptLocales): readonly ResolverFinding[];
}

/** The kinds of parts, other than blocks, that a tool may handle. */
export type PartHandler = 'data' | 'media' | 'layer';

/** Where tools are looked up by name or alias: a registry, or a map. */
export interface ToolLookup {
  get(name: string): ToolInfo | undefined;
}

/** What a factory gets of the host: the files that its tool may open, and other tools, for those that run chains. */
export interface ToolEnv {
  readonly tools?: ToolLookup & { create(name: string, config?: JsonObject, env?: ToolEnv): FlowTool };
  readonly files?: FileAccess | undefined;
}

/** Makes the instance for one document: without a config from the defaults, else from a valid config. */
export type ToolFactory<Config extends object = JsonObject> = (config?: Config, env?: ToolEnv) => FlowTool;

/** What is said of a tool when it is registered, beside its factory and schema. */
export interface RegisterOptions<Config extends object = JsonObject> {
  readonly resolve?: ContractResolver<Config>;
  /** What it tells a model: shown by `--explain-prompts`, and part of its fingerprint. Pure. */
  readonly prompts?: (config: Config, locales: PromptLocales) => readonly ToolPrompt[];
  /** What is wrong with the locales of a run, told before any file is read. Pure. */
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

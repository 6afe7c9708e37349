import type { JsonObject, JsonSchemaValue } from '@helve/core';
import {
  flowTool,
  schemaFrom,
  type ComponentSchema,
  type ContractResolver,
  type FlowTool,
  type FlowToolDefinition,
  type ParameterGroup,
  type PromptLocales,
  type PropertySchema,
  type ResolverFinding,
  type ToolEntry,
  type ToolEnv,
  type ToolMeta,
  type ToolPrompt,
} from '@helve/flow';

interface Properties {
  readonly [name: string]: PropertySchema;
}

/** The config of a tool: parameters with a default are always there. */
export type ConfigOf<P, Required> = {
  readonly [Name in keyof P as P[Name] extends { readonly default: unknown } ? Name : Name & Required]: JsonSchemaValue<
    P[Name]
  >;
} & {
  readonly [
    Name in keyof P as P[Name] extends { readonly default: unknown } ? never : Exclude<Name, Required>
  ]?: JsonSchemaValue<P[Name]>;
};

type Handlers = Omit<FlowToolDefinition, 'meta' | 'schema'> & { readonly process?: never };
type StreamHandler = Pick<FlowTool, 'process' | 'mergeReports' | 'joinReports'>;

/** The source of a tool: its contract, its parameters with their defaults, and its implementation. */
export interface FlowToolSource<P extends Properties, Required extends string> {
  readonly meta: ToolMeta;
  readonly properties: P;
  readonly required?: readonly Required[];
  /** Groups of the parameters, for forms and help; the most used first. */
  readonly groups?: readonly ParameterGroup[];
  /**
   * Creates the instance for one document. Without a config, required parameters may be missing; such an instance never
   * runs.
   */
  create(config: ConfigOf<P, Required>, env: ToolEnv): Handlers | StreamHandler;
  readonly resolve?: ContractResolver<ConfigOf<P, Required> & JsonObject>;
  /** Returns the prompts that the tool sends to a model before any content. */
  prompts?(config: ConfigOf<P, Required>, locales: PromptLocales): readonly ToolPrompt[];
  /** Checks the locales of a run. */
  checkLocales?(config: ConfigOf<P, Required>, locales: PromptLocales): readonly ResolverFinding[];
  readonly notIdempotent?: string;
}

/** Creates the registry entry of a tool. */
export function flowToolEntry<const P extends Properties, const Required extends string = never>(
  source: FlowToolSource<P, Required>,
): ToolEntry {
  const { meta, properties, required = [], groups, create, resolve, prompts, checkLocales, notIdempotent } = source;
  let made: ComponentSchema | undefined;
  // Created on demand: a run uses few of all tools.
  const schema = () =>
    (made ??= schemaFrom({ type: 'object', properties, required }, meta, groups === undefined ? {} : { groups }));
  // Every config was checked against the schema that its type is derived from.
  type Config = ConfigOf<P, Required>;
  return {
    name: meta.id,
    meta,
    get schema() {
      return schema();
    },
    factory: (config, env = {}) => {
      const handlers = create((config ?? collectDefaults(properties)) as Config, env);
      if (handlers.process !== undefined) return new StreamTool(meta, handlers);
      return flowTool({ meta, schema: schema(), ...handlers } as FlowToolDefinition);
    },
    ...(resolve === undefined ? {} : { resolve: resolve as ContractResolver }),
    ...(prompts === undefined ? {} : { prompts: prompts as NonNullable<ToolEntry['prompts']> }),
    ...(checkLocales === undefined ? {} : { checkLocales: checkLocales as NonNullable<ToolEntry['checkLocales']> }),
    ...(notIdempotent === undefined ? {} : { notIdempotent }),
  };
}

function collectDefaults(properties: Properties): JsonObject {
  const withDefault = Object.entries(properties).filter(([, property]) => property.default !== undefined);
  return Object.fromEntries(withDefault.map(([name, property]) => [name, property.default])) as JsonObject;
}

/** A tool that processes the stream itself. */
class StreamTool implements FlowTool {
  readonly meta: ToolMeta;
  readonly #handler: StreamHandler;

  constructor(meta: ToolMeta, handler: StreamHandler) {
    this.meta = meta;
    this.#handler = handler;
    if (handler.joinReports !== undefined) this.joinReports = handler.joinReports;
    if (handler.mergeReports !== undefined) this.mergeReports = handler.mergeReports;
  }

  readonly joinReports?: NonNullable<FlowTool['joinReports']>;
  readonly mergeReports?: NonNullable<FlowTool['mergeReports']>;

  process(...args: Parameters<FlowTool['process']>): ReturnType<FlowTool['process']> {
    return this.#handler.process(...args);
  }
}

import type { ToolInvokeContext } from './context.js';
import type { HooksByStage, ToolHookSource } from './hook.js';
import type { Json } from './json.js';
import type { ToolPolicy } from './policy.js';
import type { Answer } from './reply.js';
import type { JsonSchemaObject, SchemaInput, SchemaOutput, ToolSchema } from './schema.js';

/** The trust in a tool without a schema. */
export const NoSchemaMode = Object.freeze({
  'read-only': 'read-only',
  'human-approval': 'human-approval',
  full: 'full',
} as const);
export type NoSchemaMode = (typeof NoSchemaMode)[keyof typeof NoSchemaMode];

/** Texts about a tool for people and models, beyond its description. */
export interface ToolDocs {
  readonly summary?: string;
  readonly documentation?: string;
  readonly examples?: readonly Json[];
  readonly preview?: string;
}

/** The return type of `execute`: a value for the output check, where there is one. */
export type ExecuteResult<Out> = Out extends ToolSchema ? SchemaInput<Out> : unknown;

/** The output of a tool as its caller gets it. */
export type ToolResult<Out> = Out extends ToolSchema ? SchemaOutput<Out> : unknown;

/** The fields of a tool that its author writes as they will stand in the record. */
export interface ToolFields<In extends ToolSchema, Out extends ToolSchema | undefined> {
  readonly id: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: In;
  readonly outputSchema?: Out;
  readonly hooks?: readonly ToolHookSource[];
  readonly tags?: readonly string[];
  readonly policy?: Partial<ToolPolicy>;
  readonly docs?: ToolDocs;
  readonly version?: string;
  /** Set for a tool that takes anything: its input cannot be checked. */
  readonly noSchemaMode?: NoSchemaMode;
  /**
   * Binds models to the schema: true demands the strict form of a provider, false forbids it; else where it can be
   * made.
   */
  readonly strict?: boolean;
  readonly annotations?: { readonly [key: string]: Json };
}

/**
 * The centre of Helve: everything there is to know about one tool.
 * The last two parameters follow from the schemas; as parameters they keep every tool assignable to a plain `ToolRecord`.
 */
export interface ToolRecord<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema | undefined = ToolSchema | undefined,
  Input = SchemaOutput<In>,
  Result = ExecuteResult<Out>,
> extends ToolFields<In, Out> {
  readonly name: string;
  /** Assignable, so that hooks can be listed after the tool was written; sealed with its registry. */
  hooksByStage: HooksByStage;
  /** True when a person has to approve a call with this input, beside what `policy.requiresConfirmation` says of all. */
  needsApproval?(input: Input, ctx: ToolInvokeContext): boolean | Promise<boolean>;
  execute(input: Input, ctx: ToolInvokeContext): Answer<Result>;
  /** Converts an output into what a model sees of it: a text, JSON, or images and files as `media` makes them. */
  toModelOutput?(output: Result): unknown;
}

/** A tool as plain, frozen, printable data: what a model, a client or another process sees of it. */
export interface ToolContract {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly policy: ToolPolicy;
  readonly tags: readonly string[];
  readonly docs?: ToolDocs;
  readonly noSchemaMode?: NoSchemaMode;
  readonly strict?: boolean;
  readonly annotations?: { readonly [key: string]: Json };
}

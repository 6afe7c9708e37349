import type { Json, JsonObject, ToolResponse } from '@helve/core';
import type { LocaleId } from './block.js';
import type { ComponentSchema } from './component-schema.js';
import type { EditPlan } from './edit.js';
import type { FileAccess } from './file-access.js';
import type { BlockLocations } from './format.js';
import type { LossNote } from './loss.js';
import type { ToolMeta } from './meta.js';
import type { ResolvedContract } from './plan.js';
import type { Data, Group, Layer, Media, Part } from './part.js';
import type { ToolSession } from './store.js';
import type { ThreadSource } from './thread-pool.js';
import type { Vault } from './vault.js';
import type { BlockView, TargetView } from './view.js';

/** Asks `core` to run a tool record. It answers always and throws never. */
export interface CallPort {
  call(request: {
    readonly tool: string;
    readonly input: Json;
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  }): Promise<ToolResponse>;
}

/** Things that are opened once per run and closed by the executor: memories, terms, models, vaults. */
export interface Resources {
  readonly vault?: Vault;
  /** For work that must not hold up the thread of the run. */
  readonly threads?: ThreadSource;
  /** The files that steps may open; all that the user of this process may open without. */
  readonly files?: FileAccess;
  /** A resource by URI (`tm:main`, `terms:brand`, `srx:default`), or undefined. */
  get(uri: string): unknown;
}

export interface FlowClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Context of every handler. */
export interface StepContext<Config = JsonObject> {
  readonly signal: AbortSignal;
  readonly config: Config;
  readonly locales: { readonly source: LocaleId; readonly target?: LocaleId; readonly all: readonly LocaleId[] };
  readonly document: {
    readonly id: string;
    readonly path?: string;
    readonly format?: string;
    /** Set where the run was told that a step asks. */
    readonly locations?: BlockLocations;
  };
  readonly step: {
    readonly node: string;
    readonly tool: string;
    /** The contract as the config resolved it, for tools that read the stream themselves. */
    readonly contract?: ResolvedContract;
    readonly overwriteApproved?: boolean;
  };
  /** Set while a block of a group that `batch` gathered is handled. */
  readonly batch?: { readonly id: number; readonly index: number; readonly size: number } | undefined;
  readonly call: CallPort['call'];
  readonly session?: ToolSession;
  readonly resources: Resources;
  readonly clock: FlowClock;
  /** Shows a line to whoever runs the flow, and keeps it in the report; a tool that reads the stream may name the block. */
  log(level: 'debug' | 'info' | 'warn', message: string, block?: string): void;
  lose(loss: LossNote): void;
  /** Adds to the tool's report of this document. */
  report(entry: Json): void;
  /** For tools that read the stream themselves: applies the step's error policy to one block. */
  failBlock(blockId: string, error: unknown): void;
  /** Shows another text instead of an id, name or hint with private data from now on; the document keeps the original. */
  conceal(text: string, shown: string): void;
  /** Gives the form in which an id, a name or a hint may leave the document; views and remote tools use it. */
  shown(text: string): string;
}

/** Exactly one way to handle a block. */
export type BlockHandler<Config = JsonObject> =
  | {
      annotate(view: BlockView, ctx: StepContext<Config>): void | Promise<void>;
      translate?: never;
      transform?: never;
    }
  | {
      translate(view: TargetView, ctx: StepContext<Config>): void | Promise<void>;
      annotate?: never;
      transform?: never;
    }
  | {
      transform(view: BlockView, ctx: StepContext<Config>): EditPlan | null | Promise<EditPlan | null>;
      annotate?: never;
      translate?: never;
    };

/** Handlers of parts that are no blocks; they change the part in place. */
export interface OtherHandlers<Config = JsonObject> {
  handleData?(data: Data, ctx: StepContext<Config>): void | Promise<void>;
  handleMedia?(media: Media, ctx: StepContext<Config>): void | Promise<void>;
  handleLayer?(layer: Layer, ctx: StepContext<Config>): void | Promise<void>;
  handleGroup?(group: Group, ctx: StepContext<Config>): void | Promise<void>;
}

/** A stage of a flow. */
export interface FlowTool {
  readonly meta: ToolMeta;
  process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part>;
  /** Merges two values passed to `ctx.report` into one of the same kind, so that a long document leaves no long list. */
  joinReports?(one: Json, other: Json): Json;
  /** Merges the values passed to `ctx.report`, in input order, into one report. */
  mergeReports?(reports: readonly { readonly document: string; readonly entries: readonly Json[] }[]): Json;
}

/** A tool that uses the session: as a cache it gives the same parts as `process`. */
export interface SessionTool extends FlowTool {
  sessionProcess(ctx: StepContext, session: ToolSession, input: AsyncIterable<Part>): AsyncIterable<Part>;
}

/** A tool that must see every block of its scope before it handles the first. */
export interface BarrierTool extends FlowTool {
  collect(view: BlockView): void;
  snapshot(): Json;
  /** Condenses the snapshots of all documents, once for a run; `merge` is then handed the result alone. */
  reduce?(all: readonly Json[]): Json;
  /** True asks for another round of snapshots: so the first can be small, and the next be about what it left open. */
  merge(all: readonly Json[]): boolean | void;
}

/** Something that has parameters. */
export interface SchemaProvider {
  schema(): ComponentSchema;
}

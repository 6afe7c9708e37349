import type { Json, JsonObject } from '@helve/core';
import { partLine, partsHeader, readParts } from '../content/part-stream.js';
import type { Block } from '../contract/block.js';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ContentLoss } from '../contract/loss.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Part } from '../contract/part.js';
import type { FlowTool, StepContext } from '../contract/tool.js';
import { FlowError } from '../flow-errors.js';
import { BaseTool } from '../tool/base-tool.js';
import type { RegisterOptions, ToolEntry } from '../tool/tool-info.js';

/** A batch on its way to another process. */
export interface RemoteBatch {
  readonly tool: string;
  readonly config: JsonObject;
  readonly locales: { readonly source: string; readonly target?: string; readonly all: readonly string[] };
  readonly document: string;
  /** A stream of `helve.parts/v1`. */
  readonly parts: string;
}

/** What comes back. */
export interface RemoteReply {
  readonly parts: string;
  readonly report?: readonly Json[];
  readonly losses?: readonly Pick<ContentLoss, 'kind' | 'detail'>[];
}

/** How batches reach the process that has the tool: most often a call of a tool record. */
export interface RemotePort {
  exchange(batch: RemoteBatch, ctx: StepContext): Promise<RemoteReply>;
}

const BATCH_PARTS = 64;

/** Makes a tool of another process look like any other: the engine holds its answers to the same promises. */
export function remoteTool(
  meta: ToolMeta,
  schema: ComponentSchema,
  port: RemotePort,
  options: RegisterOptions = {},
): ToolEntry {
  return { ...options, name: meta.id, schema, factory: (): FlowTool => new RemoteTool(meta, schema, port) };
}

/** A port over a tool record: each batch is one call, under the rules of every call. */
export function callRemote(record: string): RemotePort {
  return {
    async exchange(batch, ctx) {
      const answer = await ctx.call({
        tool: record,
        input: JSON.parse(JSON.stringify(batch)) as Json,
        signal: ctx.signal,
      });
      if (answer.ok && isReply(answer.data)) return answer.data;
      if (answer.ok) throw new FlowError('PERMANENT', `Cannot use the answer of "${record}": it has no parts`);
      throw new FlowError(answer.error.type, answer.error.message, { retryable: answer.error.retryable });
    },
  };
}

class RemoteTool extends BaseTool {
  readonly meta: ToolMeta;
  readonly #schema: ComponentSchema;
  readonly #port: RemotePort;

  constructor(meta: ToolMeta, schema: ComponentSchema, port: RemotePort) {
    super();
    this.meta = meta;
    this.#schema = schema;
    this.#port = port;
  }

  schema(): ComponentSchema {
    return this.#schema;
  }

  override async *process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    let batch: Part[] = [];
    for await (const part of input) {
      batch.push(part);
      if (batch.length < BATCH_PARTS) continue;
      yield* await this.#exchange(batch, ctx);
      batch = [];
    }
    if (batch.length > 0) yield* await this.#exchange(batch, ctx);
  }

  async #exchange(batch: readonly Part[], ctx: StepContext): Promise<readonly Part[]> {
    const parts = partsHeader + batch.map(partLine).join('');
    const { tool } = ctx.step;
    const request = { tool, config: ctx.config, locales: ctx.locales, document: ctx.document.id, parts };
    const reply = await this.#port.exchange(request, ctx);
    for (const entry of reply.report ?? []) ctx.report(entry);
    for (const loss of reply.losses ?? []) ctx.lose(loss);
    const known = new Map(batch.map((part) => [identityOf(part), part]));
    const back: Part[] = [];
    for await (const part of readParts([reply.parts])) back.push(takeOver(part, known));
    return back;
  }
}

/** What came back goes into the part that was sent, so that the engine can compare the two. */
function takeOver(part: Part, known: Map<string, Part>): Part {
  const key = identityOf(part);
  const sent = known.get(key);
  if (sent === undefined) return part;
  known.delete(key);
  if (sent.kind === 'block' && part.kind === 'block') Object.assign(sent.block, contentOf(part.block));
  return sent.kind === 'block' ? sent : part;
}

function contentOf({ source, targets, overlays, annotations, properties }: Block): Partial<Block> {
  return { source, targets, overlays, annotations, properties };
}

function identityOf(part: Part): string {
  switch (part.kind) {
    case 'block':
      return `block ${part.block.id}`;
    case 'layer-start':
      return `layer ${part.layer.id}`;
    case 'group-start':
      return `group ${part.group.id}`;
    case 'layer-end':
    case 'group-end':
      return `${part.kind} ${part.id}`;
    case 'data':
      return `data ${part.data.id}`;
    case 'media':
      return `media ${part.media.id}`;
    case 'raw-document':
      return `raw ${part.document.uri}`;
    case 'custom':
      return `custom ${part.type}`;
  }
}

function isReply(value: unknown): value is RemoteReply {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'parts') === 'string';
}

import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@helve/core';
import { partLine, partsHeader, readParts } from '../content/part/part-stream.js';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Part } from '../contract/part.js';
import type { FlowTool, StepContext } from '../contract/tool.js';
import { FlowError, flowErrors } from '../flow-errors.js';
import { BaseTool } from '../tool/base-tool.js';
import type { RegisterOptions, ToolEntry } from '../tool/tool-info.js';
import { readReply, type RemoteBatch, type RemoteReply } from './remote-batch.js';
import { pseudonymizePart, restoreKeys, restoreProperties } from '../engine/privacy/pseudonymize-part.js';

/** Connection to the process that has the tool, usually a call of a tool record. */
export interface RemotePort {
  exchange(batch: RemoteBatch, ctx: StepContext): Promise<RemoteReply>;
}

/** A batch is full with so many parts, or so many characters: frames between processes have a limit. */
const BATCH_PARTS = 64;
const BATCH_CHARS = 1024 * 1024;

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
      if (answer.ok) return readReply(answer.data, record);
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
    let batch = new Batch(ctx.shown);
    for await (const part of input) {
      batch.add(part);
      if (!batch.isFull) continue;
      yield* await this.#exchange(batch, ctx);
      batch = new Batch(ctx.shown);
    }
    if (batch.parts.length > 0) yield* await this.#exchange(batch, ctx);
  }

  async #exchange({ parts, text }: Batch, ctx: StepContext): Promise<readonly Part[]> {
    const { tool, overwriteApproved, contract = this.meta } = ctx.step;
    const reply = await this.#port.exchange(
      {
        tool,
        config: ctx.config,
        locales: ctx.locales,
        document: ctx.document.id,
        ...(overwriteApproved === true ? { overwriteApproved } : {}),
        parts: text,
      },
      ctx,
    );
    for (const entry of reply.report ?? []) ctx.report(entry);
    for (const loss of reply.losses ?? []) ctx.lose(loss);
    const waiting = byIdentity(parts, ctx.shown);
    const mayAdd = contract.shape === 'expand' || contract.shape === 'free';
    const back: Part[] = [];
    for await (const part of readParts([reply.parts])) {
      const sent = waiting.get(partKey(part))?.shift();
      // A part that was not sent has nothing to be compared with: it would pass whatever it holds.
      if (sent === undefined && !mayAdd) throw stranger(tool, part);
      back.push(sent === undefined ? part : takeOver(sent, part, ctx.shown));
    }
    return back;
  }
}

type Shown = StepContext['shown'];

class Batch {
  readonly parts: Part[] = [];
  text = partsHeader;
  readonly #shown: Shown;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  add(part: Part): void {
    this.parts.push(part);
    this.text += partLine(pseudonymizePart(part, this.#shown));
  }

  get isFull(): boolean {
    return this.parts.length >= BATCH_PARTS || this.text.length >= BATCH_CHARS;
  }
}

/** Groups the sent parts by the identity that the other process saw; only blocks are sure to have unique ones. */
function byIdentity(parts: readonly Part[], shown: Shown): ReadonlyMap<string, Part[]> {
  const sent = new Map<string, Part[]>();
  for (const part of parts) {
    const key = partKey(pseudonymizePart(part, shown));
    const same = sent.get(key);
    if (same === undefined) sent.set(key, [part]);
    else same.push(part);
  }
  return sent;
}

/** Applies a returned part to the one that was sent, so that the engine can compare the two. */
function takeOver(sent: Part, part: Part, shown: Shown): Part {
  if (sent.kind !== 'block' || part.kind !== 'block') {
    // The bytes of a document stay here.
    return part.kind === 'raw-document' ? sent : sameOr(sent, restoreKeys(part, sent));
  }
  const { source, targets, overlays, annotations, properties } = part.block;
  Object.assign(sent.block, {
    source: sameOr(sent.block.source, source),
    targets: mapOver(sent.block.targets, targets),
    overlays: overlays.map((overlay, index) => sameOr(sent.block.overlays[index], overlay)),
    annotations: mapOver(sent.block.annotations, annotations),
    properties: restoreProperties(properties, sent.block.properties, shown),
  });
  return sent;
}

function stranger(tool: string, part: Part): Error {
  const problem = `it gave back the ${partKey(part)}, which it was not given or has given back already`;
  return flowErrors.create('FLOW_SHAPE', { tool, problem }, { details: { tool } });
}

/** Returns the old object when nothing changed. */
function sameOr<T>(old: T | undefined, now: T): T {
  return old !== undefined && isDeepStrictEqual(old, now) ? old : now;
}

function mapOver<T>(old: Record<string, T>, now: Readonly<Record<string, T>>): Record<string, T> {
  if (isDeepStrictEqual(old, now)) return old;
  return Object.fromEntries(Object.entries(now).map(([key, value]) => [key, sameOr(old[key], value)]));
}

function partKey(part: Part): string {
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

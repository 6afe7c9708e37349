import type { Json } from '@helve/core';
import { partLine, partsHeader, readParts } from '../content/part/part-stream.js';
import type { LossNote } from '../contract/loss.js';
import type { CallPort, FlowTool, StepContext } from '../contract/tool.js';
import { noCall } from '../engine/no-call.js';
import { runClock } from '../engine/run-clock.js';
import type { RemoteBatch, RemoteReply } from './remote-batch.js';

export interface ServeOptions {
  readonly signal?: AbortSignal;
  readonly call?: CallPort['call'];
}

/** The other side of `remoteTool`: takes one batch through a tool that lives in this process. */
export async function serveFlowTool(
  create: (name: string, config: RemoteBatch['config']) => FlowTool,
  batch: RemoteBatch,
  { signal = new AbortController().signal, call = noCall }: ServeOptions = {},
): Promise<RemoteReply> {
  const report: Json[] = [];
  const losses: LossNote[] = [];
  const ctx: StepContext = {
    signal,
    config: batch.config,
    locales: batch.locales,
    document: { id: batch.document },
    step: { node: '', tool: batch.tool, overwriteApproved: batch.overwriteApproved === true },
    call,
    resources: { get: () => undefined },
    clock: runClock,
    log: () => undefined,
    lose: (loss) => void losses.push(loss),
    report: (entry) => void report.push(entry),
    conceal: () => undefined,
    shown: (text) => text,
    failBlock: (_, error) => {
      throw error;
    },
  };
  let parts = partsHeader;
  for await (const part of create(batch.tool, batch.config).process(ctx, readParts([batch.parts])))
    parts += partLine(part);
  return { parts, ...(report.length === 0 ? {} : { report }), ...(losses.length === 0 ? {} : { losses }) };
}

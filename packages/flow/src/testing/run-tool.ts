import { canonicalJson, type JsonObject } from '@helve/core';
import { codesOf } from '../content/text/code-key.js';
import { units } from '../content/run/units.js';
import type { Block } from '../contract/block.js';
import type { LossNote } from '../contract/loss.js';
import type { Part } from '../contract/part.js';
import type { Runs } from '../contract/run.js';
import type { FlowTool, StepContext } from '../contract/tool.js';
import { isBarrierTool } from '../tool/base-tool.js';
import { newBlockView } from '../view/new-block-view.js';

/** Options of a tool run outside of the engine. */
export interface ToolRun {
  readonly source: string;
  readonly target: string;
  readonly config: JsonObject;
  /** Additional context: calls, resources. */
  readonly context?: Partial<StepContext> | undefined;
}

/** The result of a tool run. */
export interface ToolRunResult {
  readonly blocks: readonly Block[];
  readonly losses: readonly LossNote[];
  readonly failures: readonly { readonly block: string; readonly error: unknown }[];
  readonly readsTarget: boolean;
}

/** Runs a tool over blocks, the whole way that one document takes: barrier, stream, error policy `skip`. */
export async function runTool(tool: FlowTool, blocks: readonly Block[], run: ToolRun): Promise<ToolRunResult> {
  const losses: LossNote[] = [];
  const failures: { block: string; error: unknown }[] = [];
  let readsTarget = false;
  const locales: StepContext['locales'] = {
    source: run.source,
    get target() {
      readsTarget = true;
      return run.target;
    },
    get all() {
      readsTarget = true;
      return [run.source, run.target];
    },
  };
  const ctx: StepContext = {
    signal: new AbortController().signal,
    config: run.config,
    locales,
    document: { id: 'd1' },
    step: { node: '1', tool: tool.meta.id },
    call: async () => {
      throw new Error('The suite offers no calls');
    },
    resources: { get: () => undefined },
    clock: { now: () => 0, sleep: async () => {} },
    log: () => {},
    lose: (loss) => void losses.push(loss),
    report: () => {},
    conceal: () => undefined,
    shown: (text) => text,
    failBlock: (block, error) => void failures.push({ block, error }),
    ...run.context,
  };
  if (isBarrierTool(tool)) {
    const edit = { tool: tool.meta.id, meta: tool.meta, document: 'd1', lose: ctx.lose };
    for (const block of blocks) tool.collect(newBlockView(block, edit));
    while (tool.merge([tool.snapshot()]) === true);
  }
  const out: Block[] = [];
  for await (const part of tool.process(ctx, toParts(blocks))) if (part.kind === 'block') out.push(part.block);
  return { blocks: out, losses, failures, readsTarget };
}

async function* toParts(blocks: readonly Block[]): AsyncIterable<Part> {
  for (const block of blocks) yield { kind: 'block', block };
}

/** The codes of all units of some content, one name each, sorted. */
export function codeNames(runs: Runs): string[] {
  return units(runs)
    .flatMap(({ runs: unit }) => codesOf(unit).map(({ ref }) => `${ref.kind}:${ref.id}`))
    .toSorted();
}

/** Renders all texts of a block as one text, for comparing. */
export function blockText(block: Block): string {
  const { identity: _, skeleton: _skeleton, ...rest } = block;
  return canonicalJson(rest);
}

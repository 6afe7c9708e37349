import type { JsonObject, ToolInvokeContext } from '@helve/core';
import { compileFlow, assertPlan } from '../check/compile-flow.js';
import type { CompileEnv } from '../check/compile-env.js';
import type { Block } from '../contract/block.js';
import type { FlowDefinition } from '../contract/flow-document.js';
import type { FlowPlan } from '../contract/plan.js';
import type { CallPort } from '../contract/tool.js';
import type { ParsedFlow } from '../document/outline.js';
import type { FlowDocument, FlowOutput } from '../engine/io/flow-io.js';
import { runFlow } from '../engine/run-flow.js';
import type { RunReport } from '../engine/report/run-report.js';
import type { TraceOptions } from '../engine/report/trace.js';
import { FlowError } from '../flow-errors.js';
import { toDocument, type ContentInput } from './content-input.js';
import { execSteps, lacksConsent } from './exec-steps.js';
import type { FlowHost } from './flow-host.js';

/** The outcome of a run over given content. */
export interface ContentRun {
  readonly plan: FlowPlan;
  readonly blocks: readonly Block[];
  readonly report: RunReport;
}

/** Takes a text, a pair, blocks or a file through a flow, and keeps the result in memory. */
export async function runContent(
  flow: ParsedFlow | FlowDefinition,
  input: ContentInput,
  host: FlowHost,
  ctx: ToolInvokeContext,
  trace?: TraceOptions,
): Promise<ContentRun> {
  const { defaults, tools } = host;
  const source = input.sourceLocale ?? defaults.sourceLocale;
  const targets = input.targetLocales ?? defaults.targetLocales;
  const env: CompileEnv = {
    sourceLocale: source,
    targetLocales: targets,
    targetsFromRun: input.targetLocales !== undefined,
    presets: defaults.presets,
    // Content that a caller brings may have been through anything.
    source: { kind: 'store' },
  };
  const plan = await compileTrusted(flow, env, host, ctx);
  const document = await toDocument(input, { source, targets: plan.targetLocales }, host, ctx);
  const opened = await host.openResources(plan, ctx);
  try {
    const blocks: Block[] = [];
    const documents = [{ ...document, outputs: [collector(blocks)] } satisfies FlowDocument];
    const { resources } = opened;
    const more = trace === undefined ? {} : { trace };
    const call = callsWithin(ctx);
    const report = await runFlow(plan, { documents }, { tools, call, resources, signal: ctx.signal, ...more });
    assertDone(report);
    return { plan, blocks, report };
  } finally {
    await opened.close();
  }
}

/** The calls of steps, made within the call that runs the flow: the same rules, one trail. */
export function callsWithin(ctx: ToolInvokeContext): CallPort['call'] {
  return ({ tool, input, ...options }) => ctx.callTool(tool, input, options);
}

/** The plan of a flow; the programs and scripts that it names run only where the host trusts them. */
export async function compileTrusted(
  flow: ParsedFlow | FlowDefinition,
  env: CompileEnv,
  host: Pick<FlowHost, 'tools' | 'trustsExec' | 'admitFor'>,
  ctx: ToolInvokeContext,
): Promise<FlowPlan> {
  const file = 'outline' in flow ? flow.file : undefined;
  const bound = { ...env, admit: await host.admitFor(ctx, file) };
  const untrusted = compileFlow(flow, host.tools, { ...bound, execTrusted: false });
  if (!lacksConsent(untrusted)) return assertPlan(untrusted);
  const trusted = assertPlan(compileFlow(flow, host.tools, { ...bound, execTrusted: true }));
  const steps = await execSteps(untrusted, trusted, host.tools, host.tools.folder ?? '.');
  return (await host.trustsExec(steps, file, ctx)) ? trusted : assertPlan(untrusted);
}

/** An error of the one document is the error of the call. */
function assertDone({ documents }: RunReport): void {
  const error = documents.find((each) => each.error !== undefined)?.error;
  if (error === undefined) return;
  const { type, message, code, retryable, node, tool, block } = error;
  const details: JsonObject = {
    ...(node === undefined ? {} : { node }),
    ...(tool === undefined ? {} : { tool }),
    ...(block === undefined ? {} : { block }),
  };
  throw new FlowError(type, message, { ...(code === undefined ? {} : { code }), retryable, details: details });
}

function collector(blocks: Block[]): FlowOutput {
  return {
    async write(parts) {
      for await (const part of parts) if (part.kind === 'block') blocks.push(part.block);
      return { bytes: 0, blocks: blocks.length, changed: 0 };
    },
    commit: async () => undefined,
    discard: async () => undefined,
  };
}

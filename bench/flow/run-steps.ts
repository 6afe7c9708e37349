import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { useSha256 } from '@helve/core';
import { FlowToolRegistry, registerAll, type Step, type ToolEntry } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import {
  assertPlan,
  compileFlow,
  fileIo,
  runFlow,
  type FlowDocument,
  type FlowIo,
  type FlowPlan,
  type RunOptions,
  type RunReport,
} from '@helve/flow/engine';
import { allFormats, loadTools, createFormats } from '@helve/l10n';

const allTools = await loadTools();

const SOURCE = 'en';
const TARGET = 'el';

// As the command line does.
useSha256((text) => hash('sha256', text));

/** The tools of the toolbox, and those of a bench. */
export function toolsWith(entries: readonly ToolEntry[] = []): FlowToolRegistry {
  const registry = new FlowToolRegistry();
  registerAll(registry, [...allTools, ...entries]);
  return registry.seal();
}

export function theFormats(): FormatResolver {
  return createFormats(allFormats);
}

/** The plan of these steps, for files that may have targets. */
export function planOf(steps: readonly Step[], registry: FlowToolRegistry): FlowPlan {
  return assertPlan(
    compileFlow({ name: 'Bench', spec: { steps } }, registry, {
      sourceLocale: SOURCE,
      targetLocales: [TARGET],
      source: { kind: 'store' },
      execTrusted: true,
    }),
  );
}

/** Takes a file through steps, and writes it where an output is named. */
export async function runFile(
  path: string,
  steps: readonly Step[],
  output?: string,
  registry: FlowToolRegistry = toolsWith(),
): Promise<RunReport> {
  const outputs = output === undefined ? [] : [{ path: output, locale: localeOf(steps) }];
  const io = await fileIo({ inputs: [{ id: path, path, outputs }], formats: theFormats(), targetLocale: TARGET });
  const report = await runAll(planOf(steps, registry), io, { tools: registry });
  if (output !== undefined) rmSync(output);
  return report;
}

/** Pseudo-translation has a target of its own. */
function localeOf(steps: readonly Step[]): string {
  return steps.some((step) => 'tool' in step && step.tool === 'pseudo-translate') ? 'qps' : TARGET;
}

/** Runs a plan; anything but success is an error, since a failed run is quick. */
export async function runAll(plan: FlowPlan, io: FlowIo, options: RunOptions): Promise<RunReport> {
  const report = await runFlow(plan, io, options);
  if (report.status === 'ok') return report;
  throw new Error(`Cannot measure a flow: ${JSON.stringify(report.documents.find(({ error }) => error)?.error)}`);
}

/** A document that is read once and written to nowhere. */
export function documentOf(id: string, read: FlowDocument['read']): FlowDocument {
  return {
    id,
    read,
    outputs: [
      {
        async write(parts) {
          let blocks = 0;
          for await (const part of parts) if (part.kind === 'block') blocks += 1;
          return { bytes: 0, blocks, changed: 0 };
        },
        commit: async () => undefined,
        discard: async () => undefined,
      },
    ],
  };
}

import type { Json } from '@helve/core';
import {
  BaseTool,
  OverlayType,
  planSteps,
  schemaFrom,
  sourceText,
  type FlowPlan,
  type Part,
  type PlanStep,
  type StepContext,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { countWords, findingsIn, type LocatedFinding } from '@helve/l10n';

const meta: ToolMeta = {
  id: 'findings-report',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Findings report',
  description: 'Lists what checks have found, at the end of a run.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [],
  capability: 'annotate',
  internal: true,
};
const schema = schemaFrom({ type: 'object', properties: {} }, meta);

/** What the findings of a run are made of: one entry a document. */
export interface FindingsReport {
  readonly findings: readonly LocatedFinding[];
  readonly blocks: number;
  readonly words: number;
}

/** Reads the stream, changes nothing, and reports findings from whatever thread it runs in. */
class FindingsTool extends BaseTool {
  readonly meta = meta;

  schema() {
    return schema;
  }

  override async *process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    let blocks = 0;
    let words = 0;
    for await (const part of input) {
      if (part.kind === 'block') {
        for (const found of findingsIn(part.block, ctx.document.id, blocks)) ctx.report({ found } as unknown as Json);
        if (part.block.translatable) words += countWords(sourceText(part.block), ctx.locales.source);
        blocks += 1;
      }
      yield part;
    }
    ctx.report({ blocks, words });
  }

  override mergeReports(reports: readonly { readonly document: string; readonly entries: readonly Json[] }[]): Json {
    const entries = reports.flatMap((report) => report.entries) as readonly {
      readonly found?: Json;
      readonly blocks?: number;
      readonly words?: number;
    }[];
    const findings = entries.flatMap(({ found }) => (found === undefined ? [] : [found]));
    const sum = (name: 'blocks' | 'words') => entries.reduce((total, entry) => total + (entry[name] ?? 0), 0);
    return { findings, blocks: sum('blocks'), words: sum('words') };
  }
}

/** The step that gathers findings: internal, since the report of a run speaks of them. */
export const findingsStep: ToolEntry = { name: meta.id, schema, factory: () => new FindingsTool() };

/** The steps of a plan that judge content. */
export function checkSteps(plan: FlowPlan): readonly PlanStep[] {
  return planSteps(plan).filter(({ contract }) => contract.produces.some(({ type }) => type === OverlayType.OverlayQA));
}

/** The plan with that step at its end; what identifies the plan stays as it was. */
export function withFindings(plan: FlowPlan): FlowPlan {
  const step: PlanStep = {
    kind: 'step',
    node: meta.id,
    pointer: '',
    tool: meta.id,
    version: meta.version,
    config: {},
    contract: meta,
    onError: 'fail',
    parallelBlocks: 1,
    overwriteApproved: false,
    localeSets: [[plan.sourceLocale]],
    fingerprint: '',
  };
  return { ...plan, nodes: [...plan.nodes, step] };
}

/** The name under which a run reports findings. */
export const findingsReportName: string = meta.id;

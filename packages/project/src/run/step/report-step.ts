import type { Json, JsonObject } from '@helve/core';
import { BaseTool, schemaFrom, type Part, type StepContext, type ToolEntry, type ToolMeta } from '@helve/flow';
import type { FlowPlan, PlanStep } from '@helve/flow/engine';
import { GatheredContent, mergeEntries, type ReportEntry } from './gathered-content.js';
import type { PlannedReport } from './plan-report.js';

const meta: ToolMeta = {
  id: 'content-report',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Content report',
  description: 'Lists what checks and annotating steps have found, at the end of a run.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [],
  capability: 'annotate',
  internal: true,
};
const schema = schemaFrom(
  {
    type: 'object',
    properties: {
      findings: { type: 'boolean', default: true, description: 'Lists the findings of checks.' },
      made: {
        type: 'array',
        items: { type: 'object', additionalProperties: true },
        default: [],
        description: 'The annotations of steps to list.',
      },
      limit: {
        type: ['integer', 'null'],
        default: null,
        description: 'Maximum number of annotations to list. Default: all.',
      },
      isPrivate: {
        type: 'boolean',
        default: false,
        description: 'Shows no content, since private data is back in its place.',
      },
    },
  },
  meta,
);

/** Reads the stream, changes nothing, and reports from whatever thread it runs in. */
class ReportTool extends BaseTool {
  readonly meta = meta;
  readonly #planned: PlannedReport;

  constructor(planned: PlannedReport) {
    super();
    this.#planned = planned;
  }

  schema() {
    return schema;
  }

  override async *process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    const gathered = new GatheredContent(this.#planned, ctx);
    for await (const part of input) {
      if (part.kind === 'layer-start') gathered.enter(part.layer);
      if (part.kind === 'block') gathered.add(part.block);
      yield part;
    }
    for (const entry of await gathered.toEntries()) ctx.report(entry as unknown as Json);
  }

  override mergeReports(reports: readonly { readonly entries: readonly Json[] }[]): Json {
    const entries = reports.flatMap((report) => report.entries) as unknown as readonly ReportEntry[];
    return mergeEntries(entries, this.#planned.limit ?? Infinity) as unknown as Json;
  }
}

/** The step that lists findings and annotations: internal, since the report of a run speaks of them. */
export const reportStep: ToolEntry = {
  name: meta.id,
  schema,
  // Only `withReport` makes a config for it.
  factory: (config = { findings: true, made: [], limit: null, isPrivate: false }) =>
    new ReportTool(config as unknown as PlannedReport),
};

/** The plan with that step at its end; what identifies the plan stays as it was. */
export function withReport(plan: FlowPlan, planned: PlannedReport): FlowPlan {
  const step: PlanStep = {
    kind: 'step',
    node: meta.id,
    pointer: '',
    tool: meta.id,
    version: meta.version,
    config: planned as unknown as JsonObject,
    contract: meta,
    onError: 'fail',
    parallelBlocks: 1,
    overwriteApproved: false,
    localeSets: [[plan.sourceLocale]],
    fingerprint: '',
  };
  return { ...plan, nodes: [...plan.nodes, step] };
}

/** The name under which a run reports both. */
export const contentReportName: string = meta.id;

import type { Json } from '@helve/core';
import {
  BaseTool,
  flowTool,
  OverlayType,
  PortTarget,
  schemaFrom,
  sourceText,
  type FlowTool,
  type Part,
  type StepContext,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { isApproved } from '@helve/flow/content';
import { needsVault, planSteps, restoresData, type FlowPlan, type PlanStep } from '@helve/flow/engine';
import { countWords, findingsIn, planFixes, type LocatedFinding } from '@helve/l10n/run';
import { LocatedFindings } from './located-findings.js';

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
const schema = schemaFrom(
  {
    type: 'object',
    properties: {
      fix: { type: 'boolean', default: false, description: 'Changes targets as certain findings say, and lists none.' },
      snippets: {
        type: 'boolean',
        default: true,
        description: 'Shows the text of each finding; not where private data is back in its place.',
      },
      except: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'Lists fingerprints of findings that are not fixed, since a project lives with them.',
      },
    },
  },
  meta,
);
const targets = { type: 'target', side: PortTarget } as const;
/** Contract of the step when it changes targets. */
const fixing = {
  cardinality: 'bilingual',
  requires: ['target-language'],
  consumes: [targets, { type: OverlayType.OverlayQA, side: PortTarget, optional: true }],
  produces: [{ ...targets, optional: true }],
  capability: 'transform',
  writesOutput: true,
} as const satisfies Partial<ToolMeta>;

/** Findings of a run: one entry per document. */
export interface FindingsReport {
  readonly findings: readonly LocatedFinding[];
  readonly blocks: number;
  readonly words: number;
}

/** Reads the stream, changes nothing, and reports findings from whatever thread it runs in. */
class FindingsTool extends BaseTool {
  readonly meta = meta;
  readonly #snippets: boolean;

  constructor(snippets: boolean) {
    super();
    this.#snippets = snippets;
  }

  schema() {
    return schema;
  }

  override async *process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    const { id, locations } = ctx.document;
    const located = new LocatedFindings(locations);
    let blocks = 0;
    let words = 0;
    for await (const part of input) {
      if (part.kind === 'layer-start') located.enter(part.layer);
      if (part.kind === 'block') {
        located.add(part.block, findingsIn(part.block, id, blocks));
        if (part.block.translatable) words += countWords(sourceText(part.block), ctx.locales.source);
        blocks += 1;
      }
      yield part;
    }
    for (const found of await located.withLines()) {
      ctx.report({ found: this.#snippets ? found : withoutText(found) } as unknown as Json);
    }
    ctx.report({ blocks, words });
  }

  override mergeReports(reports: readonly DocumentEntries[]): Json {
    return mergeEntries(reports);
  }
}

/** Removes the content of a block from a finding. */
function withoutText({ texts: _texts, key: _key, ...found }: LocatedFinding): LocatedFinding {
  return { ...found, snippet: '' };
}

interface DocumentEntries {
  readonly document: string;
  readonly entries: readonly Json[];
}

/** Reports of a run are joined by tool, whether a step of it lists findings or fixes them. */
function mergeEntries(reports: readonly DocumentEntries[]): Json {
  const entries = reports.flatMap((report) => report.entries) as readonly {
    readonly found?: Json;
    readonly blocks?: number;
    readonly words?: number;
  }[];
  const findings = entries.flatMap(({ found }) => (found === undefined ? [] : [found]));
  const sum = (name: 'blocks' | 'words') => entries.reduce((total, entry) => total + (entry[name] ?? 0), 0);
  return { findings, blocks: sum('blocks'), words: sum('words') };
}

/** Puts right what the checks before it are certain about; targets that people approved stay as they are. */
function createFixTool(except: ReadonlySet<string>): FlowTool {
  return flowTool({
    meta: { ...meta, ...fixing },
    schema,
    transform(view, ctx) {
      const variant = ctx.locales.target;
      const target = variant === undefined ? undefined : view.target(variant);
      if (variant === undefined || target === undefined || isApproved(target)) return null;
      return planFixes(view, variant, except) ?? null;
    },
    mergeReports: mergeEntries,
  });
}

interface FindingsConfig {
  readonly fix?: boolean;
  readonly except?: readonly string[];
  readonly snippets?: boolean;
}

/** The step that gathers findings, or fixes them: internal, since the report of a run speaks of them. */
export const findingsStep: ToolEntry = {
  name: meta.id,
  schema,
  factory: (config) => {
    const { fix, except, snippets = true } = (config ?? {}) as FindingsConfig;
    return fix === true ? createFixTool(new Set(except)) : new FindingsTool(snippets);
  },
  resolve: ({ fix }) => (fix === true ? fixing : {}),
};

/** The step of a flow that fixes all findings but those that a project lives with. */
export function fixFindings(except: readonly string[]): { readonly [key: string]: Json } {
  return { id: 'fix-findings', tool: meta.id, config: { fix: true, except } };
}

/** The steps of a plan that judge content; who only rewrites what others have found is none of them. */
export function checkSteps(plan: FlowPlan): readonly PlanStep[] {
  return planSteps(plan).filter(({ contract }) =>
    contract.produces.some(({ type, optional }) => type === OverlayType.OverlayQA && optional !== true),
  );
}

/** The plan with that step at its end; what identifies the plan stays as it was. */
export function withFindings(plan: FlowPlan): FlowPlan {
  const step: PlanStep = {
    kind: 'step',
    node: meta.id,
    pointer: '',
    tool: meta.id,
    version: meta.version,
    config: { snippets: !restoresSecrets(plan) },
    contract: meta,
    onError: 'fail',
    parallelBlocks: 1,
    overwriteApproved: false,
    localeSets: [[plan.sourceLocale]],
    fingerprint: '',
  };
  return { ...plan, nodes: [...plan.nodes, step] };
}

/** True when the content holds private data at the end that some step puts back. */
function restoresSecrets(plan: FlowPlan): boolean {
  const last = planSteps(plan).findLast(needsVault);
  return last !== undefined && restoresData(last);
}

/** The name under which a run reports findings. */
export const findingsReportName: string = meta.id;

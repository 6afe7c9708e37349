import type { Json, JsonObject } from '@helve/core';
import type { FileAccess } from '../../contract/file-access.js';
import type { FlowPlan, PlanStep } from '../../contract/plan.js';
import type { ToolFactoryPort } from '../run-env.js';
import { joinLogs } from './log-list.js';
import type { DocumentReport, DocumentResult, FindingCounts, RunReport, RunStatus, StepReport } from './run-report.js';
import { planSteps } from '../../binding/plan-steps.js';

export interface MergeFacts {
  readonly timings: RunReport['timings'];
  readonly tools: ToolFactoryPort;
  readonly files: FileAccess | undefined;
  readonly cancelled: boolean;
  /** Documents that fail do not stop the others. */
  readonly keepGoing: boolean;
}

/** Merges the results of all documents into one report, in input order. */
export function mergeResults(plan: FlowPlan, results: readonly DocumentResult[], facts: MergeFacts): RunReport {
  const steps = planSteps(plan);
  const documents = results.map(({ report }) => report);
  return {
    schema: 'helve.run/v1',
    status: mergeStatus(documents, facts),
    flow: plan.flow,
    planHash: plan.hash,
    passes: plan.passes,
    documents,
    steps: steps.map((step) => mergeSteps(step, results)),
    reports: mergeReports(steps, results, facts),
    findings: mergeFindings(documents),
    losses: results.flatMap(({ losses }) => losses),
    lossCounts: addCounts(documents.map(({ lossCounts }) => lossCounts)),
    log: joinLogs(results.map(({ log }) => log)),
    quarantine: { schema: 'helve.quarantine/v1', blocks: results.flatMap(({ quarantine }) => quarantine) },
    timings: facts.timings,
  };
}

function mergeStatus(results: readonly DocumentReport[], { cancelled, keepGoing }: MergeFacts): RunStatus {
  // A cancel that comes when all is written stops nothing.
  if (cancelled && results.some(({ status }) => status === 'cancelled')) return 'cancelled';
  // Whoever was done before a failure stopped the rest is no matter: that is a question of speed.
  if (results.some(({ status }) => status === 'failed' || status === 'cancelled'))
    return keepGoing && results.some(({ status }) => status === 'ok') ? 'partial' : 'failed';
  return results.some(({ status }) => status === 'partial') ? 'partial' : 'ok';
}

function mergeSteps({ node, tool }: PlanStep, results: readonly DocumentResult[]): StepReport {
  const total = { in: 0, out: 0, skipped: 0, failed: 0, cached: 0, uncached: 0, calls: 0, ms: 0 };
  for (const step of results.flatMap(({ steps }) => steps)) {
    if (step.node !== node) continue;
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += step[key];
  }
  return { node, tool, ...total };
}

/** Joins reports with the function of the tool; without one, lists them by document. */
function mergeReports(
  steps: readonly PlanStep[],
  results: readonly DocumentResult[],
  { tools, files }: MergeFacts,
): JsonObject {
  const merged: Record<string, Json> = {};
  for (const step of steps) {
    if (Object.hasOwn(merged, step.tool)) continue;
    const reports = results.flatMap(({ report: { document }, reports: all }) => {
      const entries = all.filter(({ tool }) => tool === step.tool).flatMap(({ entries: own }) => own);
      return entries.length === 0 ? [] : [{ document, entries }];
    });
    if (reports.length === 0) continue;
    merged[step.tool] = tools.create(step.tool, step.config, { files }).mergeReports?.(reports) ?? reports;
  }
  return merged;
}

function mergeFindings(documents: readonly DocumentReport[]): FindingCounts {
  const all = documents.map(({ findings }) => findings);
  return {
    total: all.reduce((sum, { total }) => sum + total, 0),
    suppressed: all.reduce((sum, { suppressed }) => sum + suppressed, 0),
    bySeverity: addCounts(all.map(({ bySeverity }) => bySeverity)),
  };
}

function addCounts(counts: readonly { readonly [key: string]: number }[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of counts) {
    for (const [key, count] of Object.entries(each)) total[key] = (total[key] ?? 0) + count;
  }
  return total;
}

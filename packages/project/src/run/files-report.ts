import type { DocumentReport, Explanation, RunReport } from '@helve/flow/engine';
import { createCheckReport, fileFindings, type AnnotationReport, type CheckReport } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { UnmatchedTemplate } from './find-existing.js';
import type { PlannedPrompt } from './plan-prompts.js';
import { shownPath } from '../reach/shown-path.js';
import type { PlannedRun } from './plan-run.js';
import type { SkippedFile } from './run-inputs.js';
import type { RunRequest } from './run-request.js';
import type { ContentReport } from './step/gathered-content.js';
import { checkSteps, type PlannedReport } from './step/plan-report.js';
import { contentReportName } from './step/report-step.js';

/** The report of a run, with that of its checks where it has some. */
export interface FilesReport extends Omit<RunReport, 'documents'> {
  readonly documents: readonly FilesDocument[];
  readonly skipped: readonly SkippedFile[];
  /** Number of files that were left out since they have not changed. */
  readonly unchanged?: number;
  /** Languages for which `existing` leads to no file. */
  readonly unmatched?: readonly UnmatchedTemplate[];
  readonly check?: CheckReport;
  /** Annotations of steps, where they are listed. */
  readonly annotations?: AnnotationReport;
}

/** The outcome of one file. */
export interface FilesDocument extends Omit<DocumentReport, 'outputs'> {
  readonly outputs: readonly FilesOutput[];
}

/** One file that was written. */
export interface FilesOutput extends Omit<DocumentReport['outputs'][number], 'fallback' | 'drafts' | 'sha256'> {
  /** Number of blocks without a target that were written as their source. */
  readonly untranslated?: number;
}

/** Explanation of a run that was not made, with skipped files and prompts. */
export interface ExplainedRun extends Explanation {
  readonly skipped: readonly SkippedFile[];
  readonly prompts?: readonly PlannedPrompt[];
}

/** True for the answer of a run that was made. */
export function isFilesReport(answer: object): answer is FilesReport {
  return 'documents' in answer && 'reports' in answer;
}

/** True for the answer of a run that was only explained. */
export function isExplainedRun(answer: object): answer is ExplainedRun {
  return !isFilesReport(answer) && 'skipped' in answer;
}

/** The request and the config that a report answers. */
interface ReportUse {
  readonly request: RunRequest;
  readonly config: ResolvedConfig;
  /** The folder that paths are told from; absent for somebody who may know where it lies. */
  readonly folder: string | undefined;
}

/** Makes the report of a run from that of its flow. */
export function toFilesReport(
  run: PlannedRun,
  report: RunReport,
  listed: PlannedReport | undefined,
  { request, config, folder }: ReportUse,
): FilesReport {
  const { reports, steps, ...rest } = report;
  const { [contentReportName]: found, ...others } = reports;
  const content = found as ContentReport | undefined;
  const check = listed?.findings === true ? judge(run, report, content, request, config) : undefined;
  const annotations = listed === undefined || listed.made.length === 0 ? undefined : (content?.annotations ?? nothing);
  return {
    ...rest,
    documents: withShownPaths(withCounts(rest.documents), folder),
    steps: steps.filter(({ node }) => node !== contentReportName),
    reports: others,
    skipped:
      folder === undefined ? run.skipped : run.skipped.map((one) => ({ ...one, path: shownPath(one.path, folder) })),
    ...(run.unchanged === 0 ? {} : { unchanged: run.unchanged }),
    ...(run.unmatched.length === 0 ? {} : { unmatched: run.unmatched }),
    ...(check === undefined ? {} : { check }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Annotations of a run without documents. */
const nothing: AnnotationReport = Object.freeze({ total: 0, counts: {}, blocks: [] });

/** Documents as reports show them: untranslated blocks are counted, not listed. */
function withCounts(documents: RunReport['documents']): readonly FilesDocument[] {
  return documents.map((document) => ({
    ...document,
    outputs: document.outputs.map(toFilesOutput),
  }));
}

function toFilesOutput(output: DocumentReport['outputs'][number]): FilesOutput {
  const { fallback, drafts: _drafts, sha256: _, ...shown } = output;
  return { ...shown, ...(fallback === undefined ? {} : { untranslated: Object.keys(fallback).length }) };
}

/** Callers from outside hear of places in the project, and not of where it lies on the machine. */
function withShownPaths(documents: readonly FilesDocument[], folder: string | undefined): readonly FilesDocument[] {
  if (folder === undefined) return documents;
  const withShownPath = <Place extends { readonly path?: string }>(location: Place): Place =>
    location.path === undefined ? location : { ...location, path: shownPath(location.path, folder) };
  return documents.map((document) => ({
    ...withShownPath(document),
    outputs: document.outputs.map(withShownPath),
    ...(document.pairs === undefined ? {} : { pairs: document.pairs.map(withShownPath) }),
  }));
}

function judge(
  { plan }: PlannedRun,
  { documents, losses, quarantine }: RunReport,
  found: ContentReport | undefined,
  request: RunRequest,
  config: ResolvedConfig,
): CheckReport {
  const { findings = [], blocks = 0, words = 0 } = found ?? {};
  return createCheckReport({
    findings: [...findings, ...fileFindings(losses)],
    files: documents.map(({ document }) => document),
    failures: [...documents, ...quarantine.blocks].flatMap(({ document, error }) =>
      error === undefined ? [] : [{ file: document, message: error.message }],
    ),
    blocks,
    words,
    locales: [...new Set(plan.passes.flat())],
    checks: checkSteps(plan).map(({ tool, version, config: used }) => ({ id: tool, version, config: used })),
    ignore: [...(config.checks.ignore ?? []), ...(request.ignore ?? [])],
    gate: { ...config.checks.gate, ...request.gate },
    today: new Date().toISOString().slice(0, 10),
  });
}

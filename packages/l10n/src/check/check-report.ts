import { canonicalJson, type JsonObject } from '@helve/core';
import { severities, type Finding, type Severity } from '@helve/flow';
import { compareCodePoints } from '@helve/flow/content';
import type { LocatedFinding, FindingRange, FindingTexts } from './collect-findings.js';
import { checkGate, defaultGate, type GateThresholds } from './gate.js';
import { textScore } from './score.js';
import { suppress, type Suppression } from './suppression.js';

/** A check that took part in a run. */
export interface CheckUsed {
  readonly id: string;
  readonly version: string;
  readonly config: JsonObject;
}

/** A file, or a block of it, that could not be checked. */
export interface CheckFailure {
  readonly file: string;
  readonly message: string;
}

/** Input of a report. */
export interface CheckReportInput {
  readonly findings: readonly LocatedFinding[];
  readonly files: readonly string[];
  readonly failures?: readonly CheckFailure[];
  readonly blocks: number;
  readonly words: number;
  readonly locales: readonly string[];
  readonly checks: readonly CheckUsed[];
  readonly ignore?: readonly Suppression[];
  readonly gate?: Partial<GateThresholds>;
  /** The date on which suppressions are judged, as `YYYY-MM-DD`. */
  readonly today: string;
}

/** One finding in a report. */
export interface ReportedFinding {
  readonly rule: string;
  readonly check: string;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion?: string;
  readonly fingerprint: string;
  readonly location: {
    readonly file: string;
    readonly block: string;
    readonly name?: string;
    /** Name of the block for people; absent where content is private. */
    readonly key?: string;
    readonly line?: number;
    readonly column?: number;
    readonly variant?: string;
    readonly source?: FindingRange;
    readonly target?: FindingRange;
    readonly snippet: string;
    /** Both sides of the block, for people; absent where content is private. */
    readonly texts?: FindingTexts;
  };
  readonly metadata?: Finding['metadata'];
}

/** Result of a check run, for people and programs. */
export interface CheckReport {
  readonly schema: 'helve.check/v1';
  readonly pass: boolean;
  readonly target: { readonly files: number; readonly blocks: number; readonly locales: readonly string[] };
  readonly summary: { readonly [severity in Severity]: number } & {
    readonly findings: number;
    readonly suppressed: number;
    readonly score: number;
    readonly byCheck: { readonly [check: string]: number };
  };
  readonly gate: { readonly thresholds: GateThresholds; readonly failed: readonly string[] };
  readonly checks: readonly CheckUsed[];
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly ReportedFinding[];
  /** Files that could not be checked: with one of them, no report passes. */
  readonly failures: readonly CheckFailure[];
  readonly warnings: readonly string[];
}

/** Builds a report: applies suppressions, scores, sorts, and applies the gate. */
export function createCheckReport(input: CheckReportInput): CheckReport {
  const { findings: marked, warnings } = suppress(input.findings, input.ignore ?? [], input.today);
  const fileOrder = new Map(input.files.map((file, index) => [file, index]));
  const sorted = marked.toSorted((one, other) => compare(one, other, fileOrder));
  const counting = sorted.filter(({ finding }) => finding.suppressed !== true);
  const found = counting.map(({ finding }) => finding.severity);
  const counts = countBySeverity(found);
  const score = textScore(found, input.words);
  const thresholds = { ...defaultGate, ...input.gate };
  const failed = checkGate(thresholds, counts, score);
  const { failures = [] } = input;
  return {
    schema: 'helve.check/v1',
    pass: failed.length === 0 && failures.length === 0,
    target: { files: input.files.length, blocks: input.blocks, locales: input.locales },
    summary: {
      ...counts,
      findings: counting.length,
      suppressed: sorted.length - counting.length,
      score,
      byCheck: scoreByCheck(counting, input),
    },
    gate: { thresholds, failed },
    checks: [...new Map(input.checks.map((check) => [canonicalJson(check), check])).values()],
    findings: counting.map(toReported),
    suppressed: sorted.filter(({ finding }) => finding.suppressed === true).map(toReported),
    failures,
    warnings,
  };
}

/** Returns suppressions for every finding of a report, which is the content of `--write-baseline`. */
export function toBaseline(report: CheckReport, reason: string): readonly Suppression[] {
  return [...report.findings, ...report.suppressed].map(({ fingerprint, rule }) => ({ fingerprint, rule, reason }));
}

function countBySeverity(found: readonly Severity[]): { [severity in Severity]: number } {
  const counts = { neutral: 0, minor: 0, major: 0, critical: 0 };
  for (const severity of found) counts[severity] += 1;
  return counts;
}

function scoreByCheck(counting: readonly LocatedFinding[], { checks, words }: CheckReportInput) {
  return Object.fromEntries(
    checks.map(({ id }) => {
      const own = counting.filter(({ finding }) => finding.check === id).map(({ finding }) => finding.severity);
      return [id, textScore(own, words)];
    }),
  );
}

/** Compares by severity, worst first, then by file, position in the file, rule and range. */
function compare(one: LocatedFinding, other: LocatedFinding, fileOrder: ReadonlyMap<string, number>): number {
  const by = (key: (each: LocatedFinding) => number) => key(one) - key(other);
  return (
    -by(({ finding }) => severities.indexOf(finding.severity)) ||
    by(({ file }) => fileOrder.get(file) ?? fileOrder.size) ||
    by(({ order }) => order) ||
    compareCodePoints(one.finding.rule, other.finding.rule) ||
    compareCodePoints(one.finding.variant ?? '', other.finding.variant ?? '') ||
    by(({ target, source }) => (target ?? source)?.start ?? 0)
  );
}

function toReported(located: LocatedFinding): ReportedFinding {
  const { finding, file, block, name, key, line, column, source, target, snippet, texts } = located;
  const { rule, check, severity, message, suggestion, fingerprint, variant, metadata } = finding;
  return {
    rule,
    check,
    severity,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    fingerprint,
    location: {
      file,
      block,
      ...(name === '' ? {} : { name }),
      ...(key === undefined ? {} : { key }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      ...(variant === undefined ? {} : { variant }),
      ...(source === undefined ? {} : { source }),
      ...(target === undefined ? {} : { target }),
      snippet,
      ...(texts === undefined ? {} : { texts }),
    },
    ...(metadata === undefined ? {} : { metadata }),
  };
}

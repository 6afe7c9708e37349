import { countOf } from '@helve/core';
import type { CheckReport, FindingText, ReportedFinding } from '@helve/l10n';
import { findingLabel, shortenPieces } from '@helve/l10n/run';
import type { Terminal } from '../../terminal.js';
import type { Style } from '../../text/style.js';
import { cutText, oneLine, textWidth } from '../../text/text-width.js';

/** Columns for texts where no terminal limits them. */
const WIDE = 120;

/** Number of findings that are listed; the others are counted. */
export interface ListLimits {
  readonly most?: number;
  /** Of a rule whose findings are minor. */
  readonly mostMinor?: number;
}

/** A check report for a person: findings by rule, worst first and only so many, and the verdict. */
export function renderCheck(
  report: CheckReport,
  { style, width }: Terminal,
  { most = Infinity, mostMinor = Infinity }: ListLimits = {},
): string {
  const { summary, target, pass } = report;
  const listed = withoutMinorBeyond(report.findings, mostMinor);
  const shown = listed.slice(0, most);
  const more = listed.length - shown.length;
  const counts = (['critical', 'major', 'minor', 'neutral'] as const).map((name) => `${summary[name]} ${name}`);
  const totals = countByRule(report.findings);
  return [
    ...[...groupByRule(shown)].flatMap(([rule, findings]) => [
      renderRule(rule, findings, totals.get(rule) ?? 0, style),
      ...findings.map((finding) => renderFinding(finding, style, width)),
      ...restOf(rule, report.findings, listed),
      '',
    ]),
    ...(more === 0 ? [] : [`… and ${more} more, which --report FILE writes as well`, '']),
    ...report.failures.map(({ file, message }) => style.red(oneLine(`${file} was not checked: ${message}`))),
    `${pass ? 'passed' : style.red('failed')}: ${counts.join(', ')}, ${summary.suppressed} suppressed; score ${summary.score}`,
    `${countOf(target.files, 'file')}, ${countOf(target.blocks, 'block')}, ${target.locales.join(' ')}`,
  ].join('\n');
}

/** Leaves out minor findings of a rule that has many of them, such as texts that are not translated yet. */
function withoutMinorBeyond(findings: readonly ReportedFinding[], most: number): readonly ReportedFinding[] {
  const counts = new Map<string, number>();
  return findings.filter(({ rule, severity }) => {
    if (severity === 'critical' || severity === 'major') return true;
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= most;
  });
}

function restOf(rule: string, all: readonly ReportedFinding[], listed: readonly ReportedFinding[]): readonly string[] {
  const countIn = (findings: readonly ReportedFinding[]) => findings.filter((one) => one.rule === rule).length;
  const rest = countIn(all) - countIn(listed);
  return rest === 0 ? [] : [`  … and ${rest} more, which -o FILE and the other formats list`];
}

function groupByRule(findings: readonly ReportedFinding[]): ReadonlyMap<string, readonly ReportedFinding[]> {
  const rules = new Map<string, ReportedFinding[]>();
  for (const finding of findings) {
    const known = rules.get(finding.rule);
    if (known === undefined) rules.set(finding.rule, [finding]);
    else known.push(finding);
  }
  return rules;
}

function countByRule(findings: readonly ReportedFinding[]): ReadonlyMap<string, number> {
  return new Map([...groupByRule(findings)].map(([rule, own]) => [rule, own.length]));
}

function renderRule(rule: string, findings: readonly ReportedFinding[], total: number, style: Style): string {
  const severities = [...new Set(findings.map(({ severity }) => severity))];
  return `${style.bold(rule)}  ${severities.join(', ')}  ${style.dim(countOf(total, 'finding'))}`;
}

function renderFinding(finding: ReportedFinding, style: Style, width: number | undefined): string {
  const { file, line, column, texts } = finding.location;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const { subject, message } = findingLabel(finding);
  const fit = (text: string, indent: number) => (width === undefined ? text : cutText(text, width - indent));
  const sides = texts === undefined ? [] : [texts.source, ...(texts.target === undefined ? [] : [texts.target])];
  const longest = Math.max(0, ...sides.map(({ locale }) => locale.length));
  return [
    `  ${fit(`${oneLine(place)}  ${oneLine(subject)}`, 2)}`,
    `    ${fit(oneLine(message), 4)}`,
    ...sides.map((side) => `    ${renderText(side, longest, style, width ?? WIDE)}`),
  ].join('\n');
}

/** One text after its language, shortened around the fault. */
function renderText({ locale, pieces }: FindingText, longest: number, style: Style, width: number): string {
  const lines = pieces.map((piece) => ({ ...piece, text: visiblePiece(piece) }));
  const shown = shortenPieces(lines, Math.max(20, width - longest - 6), textWidth);
  const text = shown
    .map((piece) => (piece.fault === true ? style.red(piece.text) : piece.text))
    .join('')
    .trimStart();
  return `${style.dim(locale.padEnd(longest))}  ${text === '' ? style.dim('(empty)') : text}`;
}

/** A fault of spaces would not be seen. */
function visiblePiece({ kind, text, fault }: FindingText['pieces'][number]): string {
  if (kind === 'form') return ` [${oneLine(text)}] `;
  const line = text.replaceAll('\n', '⏎').replaceAll(/\p{Cc}/gu, ' ');
  return fault === true && line.trim() === '' ? line.replaceAll(' ', '·') : line;
}

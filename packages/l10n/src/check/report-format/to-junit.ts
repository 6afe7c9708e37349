import { escapeHtml } from '@helve/core';
import type { CheckFailure, CheckReport, ReportedFinding } from '../check-report.js';
import { findingLabel } from '../finding-label.js';
import { findingLevels } from '../finding-level.js';

/** Characters that XML 1.0 cannot hold, not even escaped. */
const outsideXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

interface Case {
  readonly finding: ReportedFinding;
  readonly isSuppressed: boolean;
}

/**
 * Converts a report to JUnit XML: a suite for each file, a test case for each finding. Critical and major findings are
 * failures, others pass with a message, suppressed ones are skipped, and a file that could not be checked is an error.
 */
export function toJunit({ findings, suppressed, failures }: CheckReport): string {
  const cases = [
    ...findings.map((finding) => ({ finding, isSuppressed: false })),
    ...suppressed.map((finding) => ({ finding, isSuppressed: true })),
  ];
  const suites = [...groupByFile(cases)];
  const lines = [...failures.map(toErrorSuite), ...suites.map(([file, own]) => toSuite(file, own))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${toAttributes({ name: 'helve check', ...countsOf(cases, failures.length) })}>`,
    ...(lines.length === 0 ? [cleanSuite] : lines),
    '</testsuites>',
  ].join('\n');
}

function groupByFile(cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const files = new Map<string, Case[]>();
  for (const each of cases) {
    const { file } = each.finding.location;
    const known = files.get(file);
    if (known === undefined) files.set(file, [each]);
    else known.push(each);
  }
  return files;
}

/** Readers of test reports take a report without any test for a mistake. */
const cleanSuite = `  <testsuite name="helve check" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="no findings" classname="helve check" time="0"/>
  </testsuite>`;

function toErrorSuite({ file, message }: CheckFailure): string {
  const name = toAttributes({ name: 'not checked', classname: file, file, time: '0' });
  const error = `<error${toAttributes({ message, type: 'not checked' })}>${escapeXml(message)}</error>`;
  const suite = toAttributes({ name: file, ...countsOf([], 1) });
  return `  <testsuite${suite}>\n    <testcase${name}>${error}</testcase>\n  </testsuite>`;
}

function countsOf(cases: readonly Case[], errors = 0): Readonly<Record<string, string>> {
  const failures = cases.filter(isFailure).length;
  const skipped = cases.filter(({ isSuppressed }) => isSuppressed).length;
  const tests = Math.max(1, cases.length + errors);
  return { tests: String(tests), failures: String(failures), errors: String(errors), skipped: String(skipped) };
}

function isFailure({ finding, isSuppressed }: Case): boolean {
  return !isSuppressed && findingLevels[finding.severity] === 'error';
}

function toSuite(file: string, cases: readonly Case[]): string {
  const attributes = toAttributes({ name: file, ...countsOf(cases) });
  return [`  <testsuite${attributes}>`, ...cases.map(toCase), '  </testsuite>'].join('\n');
}

function toCase(each: Case): string {
  const { rule, severity, location } = each.finding;
  const { file, line } = location;
  const { subject, message, lines } = findingLabel(each.finding);
  const place = line === undefined ? file : `${file}:${line}`;
  const name = `${rule} ${subject}${line === undefined ? '' : ` (line ${line})`}`;
  const text = escapeXml([place, `${severity} ${rule}: ${message}`, ...lines].join('\n'));
  const result = each.isSuppressed
    ? `<skipped${toAttributes({ message })}/>`
    : isFailure(each)
      ? `<failure${toAttributes({ message, type: rule })}>${text}</failure>`
      : `<system-out>${text}</system-out>`;
  return `    <testcase${toAttributes({ name, classname: file, file, time: '0' })}>${result}</testcase>`;
}

function toAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(
      ([name, value]) => ` ${name}="${escapeXml(value).replaceAll(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`)}"`,
    )
    .join('');
}

function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replaceAll(outsideXml, '\ufffd'));
}

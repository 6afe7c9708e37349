import type { CheckFailure, CheckReport, ReportedFinding } from '../check-report.js';
import { findingLevels } from '../finding-level.js';

/** Converts a report to SARIF 2.1.0, for code hosts and editors. */
export function toSarif(report: CheckReport, version: string): object {
  const all = [...report.findings, ...report.suppressed];
  const rules = [...new Set(all.map(({ rule }) => rule))].toSorted();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'helve', version, rules: rules.map((id) => ({ id })) } },
        columnKind: 'unicodeCodePoints',
        invocations: [toInvocation(report.failures)],
        results: [
          ...report.findings.map((finding) => toResult(finding, rules)),
          ...report.suppressed.map((finding) => ({
            ...toResult(finding, rules),
            suppressions: [{ kind: 'external' }],
          })),
        ],
      },
    ],
  };
}

/** The run of the tool: a file that could not be checked is an error of the tool, and no result. */
function toInvocation(failures: readonly CheckFailure[]) {
  const toolExecutionNotifications = failures.map(({ file, message }) => ({
    level: 'error',
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file) } } }],
  }));
  return { executionSuccessful: failures.length === 0, toolExecutionNotifications };
}

function toUri(file: string): string {
  return encodeURI(file.replaceAll('\\', '/'));
}

function toResult({ rule, severity, message, fingerprint, location }: ReportedFinding, rules: readonly string[]) {
  const { file, block, snippet, line, column } = location;
  const region = { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: findingLevels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(file) },
          ...(line === undefined ? {} : { region }),
        },
        ...(block === '' ? {} : { logicalLocations: [toLogical(location)] }),
      },
    ],
    partialFingerprints: { 'helve/v1': fingerprint },
    properties: { severity, snippet },
  };
}

function toLogical({ block, name, key, variant }: ReportedFinding['location']) {
  return { name: key ?? name ?? block, fullyQualifiedName: variant === undefined ? block : `${block}@${variant}` };
}

import { visibleLines } from '@helve/core';
import type { CheckFailure, CheckReport, ReportedFinding } from '../check-report.js';
import { findingLabel } from '../finding-label.js';
import { findingLevels } from '../finding-level.js';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Converts a report to workflow commands of GitHub Actions, which show findings beside the changed lines. */
export function toGithub({ findings, failures }: CheckReport): string {
  return [...failures.map(toError), ...findings.map(toCommand)].join('\n');
}

function toError({ file, message }: CheckFailure): string {
  return `::error file=${escapeProperty(visibleLines(file.replaceAll('\\', '/')))},title=not checked::${escapeData(visibleLines(message))}`;
}

function toCommand(finding: ReportedFinding): string {
  const { rule, severity, location } = finding;
  const { file, line, column } = location;
  const { subject, message, lines } = findingLabel(finding);
  const properties = Object.entries({ file: visibleLines(file.replaceAll('\\', '/')), line, col: column, title: rule })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const text = visibleLines([`${subject}: ${message}`, ...lines].join('\n'));
  return `::${commands[findingLevels[severity]]} ${properties.join(',')}::${escapeData(text)}`;
}

/** Escapes a message: a line ends the command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

import type { MergedUnit, MergeReport } from '@helve/project/run';
import { reasonTexts, warningTexts } from './render-merge.js';

/** Converts the report of a merge to SARIF 2.1.0: one result for each unit that needs attention. */
export function mergeSarif({ units, unread }: MergeReport, version: string): object {
  const rules = [...new Set(units.map(ruleOf))].toSorted();
  const toolExecutionNotifications = unread.map(({ file, problem }) => ({
    level: 'error',
    message: { text: problem },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file) } } }],
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'helve', version, rules: rules.map((id) => ({ id })) } },
        columnKind: 'unicodeCodePoints',
        invocations: [{ executionSuccessful: unread.length === 0, toolExecutionNotifications }],
        results: units.map((unit) => toResult(unit, rules)),
      },
    ],
  };
}

function ruleOf({ result }: MergedUnit): string {
  return `merge.${result}`;
}

function toResult(unit: MergedUnit, rules: readonly string[]): object {
  const { result, name, reason, warnings = [], path, line, file, fileLine } = unit;
  const [place, at] = file === undefined ? [path, line] : [file, fileLine];
  const texts = [...(reason === undefined ? [] : [reasonTexts[reason]]), ...warnings.map((one) => warningTexts[one])];
  const isFailure = ['stale', 'damaged', 'unknown', 'conflict', 'unwritten'].includes(result);
  return {
    ruleId: ruleOf(unit),
    ruleIndex: rules.indexOf(ruleOf(unit)),
    level: isFailure ? 'error' : 'note',
    message: { text: `${name}: ${texts.length === 0 ? result : texts.join('; ')}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(place ?? '') },
          ...(at === undefined ? {} : { region: { startLine: at } }),
        },
        logicalLocations: [{ name }],
      },
    ],
  };
}

function toUri(file: string): string {
  return encodeURI(file.replaceAll('\\', '/'));
}

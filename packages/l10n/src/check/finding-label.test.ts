import { expect, test } from 'vitest';
import type { ReportedFinding } from './check-report.js';
import { findingLabel } from './finding-label.js';

const finding = (check: string, rule: string, suggestion?: string): ReportedFinding => ({
  rule,
  check,
  severity: 'major',
  message: 'The term "berth" is not translated as "Liegeplatz"',
  ...(suggestion === undefined ? {} : { suggestion }),
  fingerprint: '1',
  location: { file: 'en.json', block: 'b1', variant: 'de', snippet: '' },
});

test('a label of a finding says what to do in a whole sentence', () => {
  const { message } = finding('', '');
  expect(findingLabel(finding('term-check', 'term.missing', 'Liegeplatz')).message).toBe(
    `${message}. Write "Liegeplatz"`,
  );
  expect(findingLabel(finding('qa-check', 'qa.url', 'Add "a"')).message).toBe(`${message}. Add "a"`);
  expect(findingLabel(finding('qa-check', 'qa.url')).message).toBe(message);
});

import type { Finding, Severity } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { createCheckReport, toBaseline, type CheckReportInput } from './check-report.js';
import type { LocatedFinding } from './collect-findings.js';
import { textScore, toSeverity } from './score.js';
import { toSarif } from './report-format/to-sarif.js';

let turn = 0;

/** Builds a finding with a location. */
function located(
  severity: Severity,
  fields: Partial<Finding> & Partial<Pick<LocatedFinding, 'file' | 'order' | 'target'>> = {},
): LocatedFinding {
  const { file = 'a.po', order = 0, target, ...rest } = fields;
  turn += 1;
  const finding: Finding = {
    id: `f${turn}`,
    rule: 'qa.double-spaces',
    check: 'qa-check',
    severity,
    message: 'Two spaces',
    side: 'target',
    variant: 'fr',
    fingerprint: `print-${turn}`,
    ...rest,
  };
  return { finding, file, block: `b${order}`, name: '', order, snippet: 'Bonjour', ...(target && { target }) };
}

function report(findings: readonly LocatedFinding[], more: Partial<CheckReportInput> = {}) {
  return createCheckReport({
    findings,
    files: ['a.po', 'b.po'],
    blocks: 10,
    words: 1000,
    locales: ['fr'],
    checks: [
      { id: 'qa-check', version: '1.0.0', config: {} },
      { id: 'term-check', version: '1.0.0', config: {} },
    ],
    today: '2030-01-10',
    ...more,
  });
}

describe('createCheckReport', () => {
  test('T45 tells what was checked, what was found, and how it counts', () => {
    const made = report([located('minor', { target: { start: 3, end: 5 }, suggestion: 'One', metadata: { n: 1 } })]);
    expect(made).toMatchObject({
      schema: 'helve.check/v1',
      pass: true,
      target: { files: 2, blocks: 10, locales: ['fr'] },
      summary: { findings: 1, critical: 0, major: 0, minor: 1, neutral: 0, suppressed: 0, score: 100 },
      gate: { thresholds: { maxCritical: 0, maxMajor: 0, maxMinor: -1, minScore: 0 }, failed: [] },
      checks: [{ id: 'qa-check' }, { id: 'term-check' }],
      suppressed: [],
    });
    expect(made.findings).toEqual([
      {
        rule: 'qa.double-spaces',
        check: 'qa-check',
        severity: 'minor',
        message: 'Two spaces',
        suggestion: 'One',
        fingerprint: expect.any(String),
        location: { file: 'a.po', block: 'b0', variant: 'fr', target: { start: 3, end: 5 }, snippet: 'Bonjour' },
        metadata: { n: 1 },
      },
    ]);
  });

  test('T45 the worst stand first, then by file, block, rule and place', () => {
    const sorted = report([
      located('minor', { file: 'b.po', message: '7' }),
      located('minor', { order: 2, message: '6' }),
      located('minor', { order: 1, rule: 'qa.z', message: '5' }),
      located('minor', { order: 1, target: { start: 9, end: 9 }, message: '4' }),
      located('minor', { order: 1, target: { start: 2, end: 9 }, message: '3' }),
      located('critical', { file: 'b.po', message: '1' }),
      located('major', { message: '2' }),
    ]).findings;
    expect(sorted.map(({ message }) => message)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('T44 the score of a run goes by its words, and each check has its own', () => {
    const { summary } = report([located('major'), located('minor'), located('critical', { check: 'term-check' })], {
      words: 500,
    });
    expect(summary).toMatchObject({ score: 94, byCheck: { 'qa-check': 99, 'term-check': 95 } });
    expect([textScore([], 0), textScore(['minor'], 0), textScore(['critical'], 10)]).toEqual([100, 0, 0]);
    expect(textScore(['minor'], 200)).toBe(99);
  });

  test('TV19 a severity that nobody knows counts as minor, and that is told', () => {
    const losses: object[] = [];
    expect(toSeverity('blocker', (loss) => losses.push(loss))).toBe('minor');
    expect(losses).toEqual([{ kind: 'repaired', detail: { severity: 'minor' } }]);
    expect([toSeverity('critical', (loss) => losses.push(loss)), losses.length]).toEqual(['critical', 1]);
  });

  test('T46 a gate is broken by what it limits, and -1 turns a limit off', () => {
    const found = [located('critical'), located('major'), located('minor'), located('minor')];
    expect(report(found).gate.failed).toEqual([
      '1 critical finding, at most 0 allowed',
      '1 major finding, at most 0 allowed',
    ]);
    expect(report(found, { gate: { maxCritical: -1, maxMajor: -1 } }).pass).toBe(true);
    expect(report(found, { gate: { maxCritical: 1, maxMajor: 0, maxMinor: 1 } }).gate.failed).toEqual([
      '1 major finding, at most 0 allowed',
      '2 minor findings, at most 1 allowed',
    ]);
    expect(report(found, { gate: { maxCritical: 1, maxMajor: 1, minScore: 98 } }).gate.failed).toEqual([
      'a score of 97, at least 98 required',
    ]);
    expect(report([]).pass).toBe(true);
  });
});

describe('suppressions', () => {
  const ignored = { rule: 'placeholder.missing', reason: 'Legacy' };
  const critical = () => located('critical', { rule: 'placeholder.missing' });

  test('TV26 a suppressed finding leaves the gate and stays in the report', () => {
    expect(report([critical()]).pass).toBe(false);
    const made = report([critical()], { ignore: [ignored] });
    expect(made).toMatchObject({
      pass: true,
      findings: [],
      warnings: [],
      summary: { critical: 0, suppressed: 1, score: 100 },
    });
    expect(made.suppressed).toMatchObject([{ rule: 'placeholder.missing' }]);
  });

  test('TV26 an expired one counts again, and is a warning', () => {
    const until = (date: string) => report([critical()], { ignore: [{ ...ignored, until: date }] });
    expect(until('2030-01-10').pass).toBe(true);
    expect(until('2030-01-09')).toMatchObject({
      pass: false,
      warnings: ['The suppression of rule "placeholder.missing" expired on 2030-01-09'],
    });
  });

  test('T43 an entry goes by fingerprint or rule, file and locale; one that fits nothing is a warning', () => {
    const findings = [
      located('minor', { fingerprint: 'one' }),
      located('minor', { fingerprint: 'two', file: 'docs/x/b.po', variant: 'de;tone=formal' }),
    ];
    const kept = (entry: object) =>
      report(findings, { ignore: [{ reason: 'x', ...entry }] }).findings.map(({ fingerprint }) => fingerprint);
    expect(kept({ fingerprint: 'one' })).toEqual(['two']);
    expect(kept({ rule: 'qa.double-spaces', files: ['docs/**'] })).toEqual(['one']);
    expect(kept({ rule: 'qa.double-spaces', files: ['docs/*'] })).toEqual(['one', 'two']);
    expect(kept({ rule: 'qa.double-spaces', locale: 'de' })).toEqual(['one']);
    expect(kept({ fingerprint: 'one', rule: 'qa.other' })).toEqual(['one', 'two']);
    expect(kept({ files: ['**'] })).toEqual(['one', 'two']);
    expect(report(findings, { ignore: [{ fingerprint: 'old', reason: 'x' }] }).warnings).toEqual([
      'The suppression of finding "old" matches no finding',
    ]);
  });

  test('T43 a baseline of all findings lets the next run pass', () => {
    const findings = [critical(), located('major')];
    const baseline = toBaseline(report(findings), 'Known');
    expect(baseline).toHaveLength(2);
    expect(baseline[0]).toMatchObject({ rule: 'placeholder.missing', reason: 'Known' });
    expect(report(findings, { ignore: baseline })).toMatchObject({ pass: true, findings: [], warnings: [] });
  });

  test('T43 what a block itself leaves alone is suppressed in the report too', () => {
    expect(report([located('critical', { suppressed: true })])).toMatchObject({
      pass: true,
      summary: { suppressed: 1 },
    });
  });
});

describe('toSarif', () => {
  test('T45 has the same rules, findings and suppressions', () => {
    const made = report([located('major', { file: 'dir/a b.po' }), located('minor', { rule: 'qa.z' })], {
      ignore: [{ rule: 'qa.z', reason: 'x' }],
    });
    expect(toSarif(made, '1.2.3')).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'helve', version: '1.2.3', rules: [{ id: 'qa.double-spaces' }, { id: 'qa.z' }] } },
          results: [
            {
              ruleId: 'qa.double-spaces',
              ruleIndex: 0,
              level: 'error',
              message: { text: 'Two spaces' },
              locations: [
                {
                  physicalLocation: { artifactLocation: { uri: 'dir/a%20b.po' } },
                  logicalLocations: [{ name: 'b0', fullyQualifiedName: 'b0@fr' }],
                },
              ],
              partialFingerprints: { 'helve/v1': made.findings[0]?.fingerprint },
            },
            { ruleId: 'qa.z', ruleIndex: 1, level: 'warning', suppressions: [{ kind: 'external' }] },
          ],
        },
      ],
    });
  });
});

import type { Finding } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { withoutEchoes } from './rule-order.js';

const finding = (rule: string, fields: Partial<Finding> = {}) => ({
  finding: {
    id: rule,
    rule,
    check: '',
    severity: 'major',
    fingerprint: rule,
    message: '',
    side: 'target',
    ...fields,
  } as Finding,
});
const rulesOf = (...found: readonly ReturnType<typeof finding>[]) =>
  withoutEchoes(found).map((one) => one.finding.rule);

describe('withoutEchoes', () => {
  test('a broken source silences the rules about the message in every target', () => {
    const source = finding('placeholder.invalid-source', { side: 'source' });
    const [german, french] = [{ variant: 'de' }, { variant: 'fr' }];
    expect(
      rulesOf(
        source,
        finding('placeholder.extra', german),
        finding('qa.missing-code', french),
        finding('qa.double-spaces', german),
      ),
    ).toEqual(['placeholder.invalid-source', 'qa.double-spaces']);
  });

  test('a code with another name has one finding, and a code elsewhere has its own', () => {
    const at = (start: number) => ({ target: { start, end: start + 5 } });
    const renamed = { ...finding('placeholder.missing', { variant: 'de', subject: '{name}' }), ...at(3) };
    const extra = (start: number) => ({
      ...finding('qa.extra-code', { variant: 'de', subject: '{náme}' }),
      ...at(start),
    });
    expect(rulesOf(renamed, extra(3))).toEqual(['placeholder.missing']);
    expect(rulesOf(renamed, extra(9))).toEqual(['placeholder.missing', 'qa.extra-code']);
  });

  test('the numbers of a missing sentence are not told beside it', () => {
    const found = ['qa.missing-sentence', 'qa.number-mismatch', 'qa.url', 'qa.trailing-whitespace'];
    expect(rulesOf(...found.map((rule) => finding(rule)))).toEqual(['qa.missing-sentence', 'qa.trailing-whitespace']);
  });

  test('a finding about one target says nothing about another', () => {
    const found = [finding('placeholder.invalid', { variant: 'de' }), finding('qa.brackets', { variant: 'fr' })];
    expect(rulesOf(...found)).toEqual(['placeholder.invalid', 'qa.brackets']);
  });
});

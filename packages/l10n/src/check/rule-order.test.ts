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

  test('a finding about one target says nothing about another', () => {
    const found = [finding('placeholder.invalid', { variant: 'de' }), finding('qa.brackets', { variant: 'fr' })];
    expect(rulesOf(...found)).toEqual(['placeholder.invalid', 'qa.brackets']);
  });
});

import type { Severity } from '@helve/flow';

/** Levels of code hosts and test reports, by the severity of a finding. */
export const findingLevels: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = Object.freeze({
  critical: 'error',
  major: 'error',
  minor: 'warning',
  neutral: 'note',
});

import { nearestNames } from '../../../errors/nearest-name.js';
import { quoteValue } from './describe-value.js';
import type { Run } from './run.js';

const maxCandidates = 1000;

/** Notes that a value has a property nobody declared, and which declared one may have been meant. */
export function failUnknown(run: Run, name: string, keyword: string, declared: readonly string[]): false {
  const near = nearestNames(name, declared.slice(0, maxCandidates), 1)[0];
  return run.failAt(name, keyword, `Unknown property ${quoteValue(name)}`, {
    allowed: declared,
    ...(near !== undefined && { suggestion: `Did you mean ${quoteValue(near)}?` }),
  });
}

import type { ResolverFinding } from '@helve/flow';
import { compilePattern } from './compile-pattern.js';

/** Checks a pattern of a config when a flow is loaded; `pointer` leads to it. */
export function patternProblem(pattern: string, pointer: string): readonly ResolverFinding[] {
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error), pointer }];
  }
}

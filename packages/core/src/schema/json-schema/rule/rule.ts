import type { Evaluated } from './evaluated.js';
import type { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';

/** True when a value is JSON that surely fits as it is; false says nothing, and the whole check decides. */
export type Fits<T = unknown> = (value: T) => boolean;

/**
 * The whole check. One closure serves two passes: the first stops at the first failure and says nothing, the second
 * (`run.reporting`) runs only after a failure and goes on to collect every issue.
 */
export type Check<T = unknown> = (value: T, run: Run, evaluated: Evaluated | undefined) => boolean;

/** One compiled keyword, or a whole compiled schema. */
export interface Rule<T = unknown> {
  readonly fits: Fits<T>;
  readonly check: Check<T>;
}

/** Gives a rule the compiled schemas below it. */
export interface RuleSource {
  ruleOf(node: SchemaNode, from: SchemaNode): Rule;
  /** The treatment of unknown names and defaults, which decides whether a value can be taken as it is. */
  readonly policy: ShapePolicy;
}

/** The changes that a check may make to a value. */
export interface ShapePolicy {
  readonly unknown: 'allow' | 'reject' | 'strip';
  readonly defaults: boolean;
}

/** Stands for a rule that only the whole check can decide. */
export const unsure: Fits = () => false;

/** Makes a rule of a test that needs nothing but the value, and of the issue to report when it fails. */
export function assertion<T>(fits: Fits<T>, report: (value: T, run: Run) => false): Rule<T> {
  return { fits, check: (value, run) => fits(value) || (run.reporting && report(value, run)) };
}

/** Joins rules that must all hold. Undefined when there is none. */
export function foldRules<T>(rules: readonly Rule<T>[]): Rule<T> | undefined {
  const [first, second] = rules;
  if (first === undefined || second === undefined) return first;
  return { fits: foldFits(rules.map(({ fits }) => fits)), check: foldChecks(rules.map(({ check }) => check)) };
}

/** Joins tests that must all pass. */
export function foldFits<T>(tests: readonly Fits<T>[]): Fits<T> {
  const [first, second] = tests;
  if (first === undefined || tests.includes(unsure)) return unsure;
  if (second === undefined) return first;
  if (tests.length === 2) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };
}

function foldChecks<T>(checks: readonly Check<T>[]): Check<T> {
  return (value, run, evaluated) => {
    let ok = true;
    for (const check of checks) {
      if (check(value, run, evaluated)) continue;
      if (run.decided) return false;
      ok = false;
    }
    return ok;
  };
}

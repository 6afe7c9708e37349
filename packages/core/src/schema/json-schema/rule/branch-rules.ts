import type { Issue } from '../../../contract/issue.js';
import { closestBranch } from './closest-branch.js';
import { describeValue } from './describe-value.js';
import { Evaluated } from './evaluated.js';
import { maxIssues } from '../limits.js';
import { unsure, type Check, type Rule, type RuleSource } from './rule.js';
import { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';

/** Compiles the keywords of a node that apply other schemas to the same value. */
export function compileBranchRules(node: SchemaNode, source: RuleSource): Rule[] {
  const { allOf = [], anyOf, oneOf, not, condition, whenMet, whenUnmet } = node;
  const rulesOf = (branches: readonly SchemaNode[]) => branches.map((branch) => source.ruleOf(branch, node));
  const rules = rulesOf(allOf);
  if (anyOf !== undefined) rules.push(compileAnyOf(rulesOf(anyOf)));
  if (oneOf !== undefined) rules.push(compileOneOf(rulesOf(oneOf)));
  if (not !== undefined) rules.push(compileNot(source.ruleOf(not, node)));
  if (condition !== undefined) {
    const test = source.ruleOf(condition, node).check;
    const isComplete = whenMet !== undefined || whenUnmet !== undefined;
    rules.push({ fits: unsure, check: isComplete ? compileCondition(node, test, source) : checkForItsMarks(test) });
  }
  return rules;
}

function compileAnyOf(branches: readonly Rule[]): Rule {
  const checks = branches.map(({ check }) => check);
  return {
    fits: branches.every(({ fits }) => fits === unsure)
      ? unsure
      : (value) => {
          for (const { fits } of branches) if (fits(value)) return true;
          return false;
        },
    check: (value, run, evaluated) => {
      if (evaluated !== undefined || run.reporting) return countBranches(checks, value, run, evaluated, 'anyOf') > 0;
      for (const check of checks) if (check(value, run, undefined)) return true;
      return false;
    },
  };
}

function compileOneOf(branches: readonly Rule[]): Rule {
  const checks = branches.map(({ check }) => check);
  const fits: Rule['fits'] = (value) => {
    const only = branches.findIndex((branch) => branch.fits(value));
    if (only < 0) return false;
    const quiet = new Run();
    return branches.every(({ check }, at) => at === only || !check(value, quiet, undefined));
  };
  return {
    fits: branches.every((branch) => branch.fits === unsure) ? unsure : fits,
    check: (value, run, evaluated) => {
      if (evaluated === undefined && !run.reporting) return matchesOnce(checks, value, run);
      const count = countBranches(checks, value, run, evaluated, 'oneOf');
      if (count <= 1) return count === 1;
      const message = `Expected exactly one of ${checks.length} alternatives to match, but ${count} do`;
      return run.reporting && run.fail('oneOf', message);
    },
  };
}

function matchesOnce(checks: readonly Check[], value: unknown, run: Run): boolean {
  let matched = false;
  for (const check of checks) {
    if (!check(value, run, undefined)) continue;
    if (matched) return false;
    matched = true;
  }
  return matched;
}

/** Counts the branches that accept; when none does, the issue of the union and those of its closest branch are noted. */
function countBranches(
  checks: readonly Check[],
  value: unknown,
  run: Run,
  evaluated: Evaluated | undefined,
  keyword: string,
): number {
  let count = 0;
  const failures: { issues: Issue[]; marks: Evaluated | undefined }[] = [];
  for (const check of checks) {
    const marks = evaluated === undefined ? undefined : new Evaluated();
    const issues = run.issuesOf(check, value, marks);
    if (issues === undefined) {
      count += 1;
      if (marks !== undefined) evaluated?.merge(marks);
    } else {
      failures.push({ issues, marks });
    }
  }
  if (count > 0 || !run.reporting) return count;

  const closest = closestBranch(
    failures.map((failure) => failure.issues),
    run.pointer,
  );
  const { issues = [], marks } = failures[closest] ?? {};
  run.fail(
    keyword,
    `Matches none of ${checks.length} alternatives, closest is number ${closest + 1}: got ${describeValue(value)}`,
  );
  for (const issue of issues) if (run.issues.length < maxIssues) run.issues.push(issue);
  // Names the closest branch knows are not reported a second time as unevaluated.
  if (marks !== undefined) evaluated?.merge(marks);
  return 0;
}

function compileNot({ check }: Rule): Rule {
  return {
    fits: unsure,
    check: (value, run) =>
      !run.accepts(check, value) ||
      (run.reporting &&
        run.fail('not', `Expected a value that the schema under "not" refuses, got ${describeValue(value)}`)),
  };
}

function compileCondition(node: SchemaNode, test: Check, source: RuleSource): Check {
  const { whenMet, whenUnmet } = node;
  const onPass = whenMet && source.ruleOf(whenMet, node).check;
  const onFail = whenUnmet && source.ruleOf(whenUnmet, node).check;
  return (value, run, evaluated) => {
    const next = passes(test, value, run, evaluated) ? onPass : onFail;
    return next === undefined || next(value, run, evaluated);
  };
}

/** A condition alone refuses nothing; it only marks members as evaluated. */
function checkForItsMarks(test: Check): Check {
  return (value, run, evaluated) => {
    if (evaluated !== undefined) passes(test, value, run, evaluated);
    return true;
  };
}

function passes(test: Check, value: unknown, run: Run, evaluated: Evaluated | undefined): boolean {
  if (evaluated === undefined) return run.accepts(test, value);
  const marks = new Evaluated();
  const ok = run.accepts(test, value, marks);
  if (ok) evaluated.merge(marks);
  return ok;
}

import type { Issue } from '../../contract/issue.js';
import { closestBranch } from './closest-branch.js';
import { describeValue } from './describe-value.js';
import { Evaluated } from './evaluated.js';
import { maxIssues } from './limits.js';
import type { Check, CheckSource, Run } from './run.js';
import type { SchemaNode } from './schema-node.js';

/** The rules of a node that apply other schemas to the same value. */
export function compileBranchRules(node: SchemaNode, source: CheckSource): Check[] {
  const rules: Check[] = [];
  for (const part of node.allOf ?? []) rules.push(source.checkOf(part, node));
  if (node.anyOf !== undefined) rules.push(compileAnyOf(node.anyOf.map((branch) => source.checkOf(branch, node))));
  if (node.oneOf !== undefined) rules.push(compileOneOf(node.oneOf.map((branch) => source.checkOf(branch, node))));
  if (node.not !== undefined) rules.push(compileNot(source.checkOf(node.not, node)));
  if (node.condition !== undefined && (node.whenMet !== undefined || node.whenUnmet !== undefined)) {
    rules.push(compileCondition(node, node.condition, source));
  } else if (node.condition !== undefined) {
    rules.push(compileConditionForItsMarks(source.checkOf(node.condition, node)));
  }
  return rules;
}

function compileAnyOf(checks: readonly Check[]): Check {
  return (value, run, evaluated) => {
    if (evaluated !== undefined || run.reporting) return countBranches(checks, value, run, evaluated, 'anyOf') > 0;
    for (const check of checks) if (check(value, run, undefined)) return true;
    return false;
  };
}

function compileOneOf(checks: readonly Check[]): Check {
  return (value, run, evaluated) => {
    if (evaluated !== undefined || run.reporting) {
      const count = countBranches(checks, value, run, evaluated, 'oneOf');
      if (count <= 1) return count === 1;
      return (
        run.reporting &&
        run.fail('oneOf', `Expected exactly one of ${checks.length} alternatives to match, but ${count} do`)
      );
    }
    let matched = false;
    for (const check of checks) {
      if (!check(value, run, undefined)) continue;
      if (matched) return false;
      matched = true;
    }
    return matched;
  };
}

/** How many branches accept; when none does, the issue of the union and those of its closest branch are noted. */
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

function compileNot(check: Check): Check {
  return (value, run) =>
    !run.accepts(check, value) ||
    (run.reporting &&
      run.fail('not', `Expected a value that the schema under "not" refuses, got ${describeValue(value)}`));
}

function compileCondition(node: SchemaNode, condition: SchemaNode, source: CheckSource): Check {
  const test = source.checkOf(condition, node);
  const onPass = node.whenMet === undefined ? undefined : source.checkOf(node.whenMet, node);
  const onFail = node.whenUnmet === undefined ? undefined : source.checkOf(node.whenUnmet, node);
  return (value, run, evaluated) => {
    const next = passes(test, value, run, evaluated) ? onPass : onFail;
    return next === undefined || next(value, run, evaluated);
  };
}

function compileConditionForItsMarks(test: Check): Check {
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

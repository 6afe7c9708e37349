import type { Issue } from '../../../contract/issue.js';

/** Weights that no number of real issues reaches: the branch is for another kind of value. */
const otherType = 10_000;
const otherConstant = 1000;

/** The position of the branch that a value at `pointer` came nearest to: the right kind first, then the fewest issues. */
export function closestBranch(branches: readonly (readonly Issue[])[], pointer: string): number {
  let closest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, issues] of branches.entries()) {
    const found = distance(issues, pointer);
    if (found >= least) continue;
    closest = at;
    least = found;
  }
  return closest;
}

function distance(issues: readonly Issue[], pointer: string): number {
  let total = issues.length;
  for (const issue of issues) {
    if (issue.keyword === 'type' && issue.pointer === pointer) total += otherType;
    if (issue.keyword === 'const' && isMemberOf(pointer, issue.pointer)) total += otherConstant;
  }
  return total;
}

function isMemberOf(parent: string, pointer: string): boolean {
  return pointer.startsWith(`${parent}/`) && !pointer.includes('/', parent.length + 1);
}

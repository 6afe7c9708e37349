import { fromPointer, type Issue } from '@helve/core';
import type { ProblemDetail } from '@helve/project';
import type { Flag } from './flag.js';

/** Turns an issue of the schema into a problem of a flag. */
export function toFinding(issue: Issue, flags: readonly Flag[]): ProblemDetail {
  const where = locateFlag(issue.pointer, flags);
  const message = issue.keyword === 'required' ? 'It is required' : issue.message;
  return { where, message, ...(issue.suggestion === undefined ? {} : { suggestion: issue.suggestion }) };
}

/** The flag that a pointer into the input leads to, or the pointer where there is none. */
export function locateFlag(pointer: string, flags: readonly Flag[]): string {
  const tokens = fromPointer(pointer);
  for (let length = tokens.length; length > 0; length--) {
    const flag = flags.find(({ path }) => path.length === length && path.every((name, at) => name === tokens[at]));
    if (flag !== undefined) return `--${flag.name}${describeRest(tokens.slice(length), flag.repeatable)}`;
  }
  return pointer === '' ? 'the input' : pointer;
}

function describeRest(rest: readonly string[], repeatable: boolean): string {
  const [first, ...others] = rest;
  if (first === undefined) return '';
  const location = repeatable ? ` (item ${Number(first) + 1})` : `/${first}`;
  return location + others.map((token) => `/${token}`).join('');
}

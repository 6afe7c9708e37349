import type { Path } from '../../contract/run.js';
import { flowErrors } from '../../flow-errors.js';
import { compareFormKeys } from './form.js';

/** The way to the top unit. */
export const topPath: Path = Object.freeze([]);

const step = /^(\d+):(.*)$/s;

/** A path as text: `/2:one/0:other`, and nothing for the top unit. */
export function pathText(path: Path = topPath): string {
  let text = '';
  for (const { run, form } of path) text += `/${run}:${form.replace(/[%/:]/g, percentEncoded)}`;
  return text;
}

/** Reads what `pathText` wrote. */
export function parsePath(text: string): Path {
  if (text === '') return topPath;
  const [before, ...steps] = text.split('/');
  if (before !== '') throw badPath(text);
  return Object.freeze(steps.map((part) => parseStep(part, text)));
}

function parseStep(part: string, text: string): Path[number] {
  const match = step.exec(part);
  if (match === null) throw badPath(text);
  const form = (match[2] ?? '').replace(/%(25|2F|3A)/gi, (code) => decodeURIComponent(code));
  return Object.freeze({ run: Number(match[1]), form });
}

function badPath(text: string): Error {
  return flowErrors.create('FLOW_CONTENT', { problem: `"${text}" is not a path such as "/2:one"` });
}

/** Orders paths as their units are read: outer before inner, then by run and form. */
export function comparePaths(a: Path = topPath, b: Path = topPath): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = left.run - right.run || compareFormKeys(left.form, right.form);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** True when two paths lead to the same unit. */
export function samePath(a: Path = topPath, b: Path = topPath): boolean {
  return a === b || (a.length === b.length && comparePaths(a, b) === 0);
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

import type { Pattern } from '@helve/core';
import { globPattern } from '../../content/text/glob-pattern.js';

/** True when a name has to be expanded. */
export function isGlob(name: string): boolean {
  return /[*?[{]/.test(name);
}

/** A glob taken apart: the directory before the first part that has to be expanded, and what is looked for in it. */
export interface Glob {
  readonly base: string;
  /** True when a path, as seen from the base, is meant. */
  matches(path: string): boolean;
  /** True when what is meant may stand below a directory, as seen from the base. */
  leadsInto(folder: string): boolean;
}

/** Reads a glob; a slash at its end means all that stands in the directories. */
export function readGlob(glob: string): Glob {
  const parts = glob.replace(/\/+$/u, '/**').split('/');
  const first = Math.max(0, parts.findIndex(isGlob));
  const inside = parts.slice(first);
  const whole = globPattern(inside.join('/'));
  const known = knownDepth(inside);
  const heads: Pattern[] = [];
  const headOf = (depth: number) => (heads[depth] ??= globPattern(inside.slice(0, depth).join('/')));
  return {
    base: parts.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.'),
    matches: (path) => whole.test(path),
    leadsInto(folder) {
      const names = folder.split('/');
      const depth = Math.min(names.length, known);
      return depth < inside.length && headOf(depth).test(names.slice(0, depth).join('/'));
    },
  };
}

/** So many parts of a glob stand for one name each. */
function knownDepth(parts: readonly string[]): number {
  if (/\{[^{}]*\/[^{}]*\}/u.test(parts.join('/'))) return 0;
  const deep = parts.findIndex((part) => part.includes('**'));
  return deep === -1 ? parts.length : deep;
}

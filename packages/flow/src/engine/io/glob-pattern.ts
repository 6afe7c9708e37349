import { compilePattern, type Pattern } from '@helve/core';
import { flowErrors } from '../../flow-errors.js';

/** No path of a file is longer. */
const maxChars = 4_096;

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

/**
 * Compiles a glob: `*` and `?` within a name, `**` across directories, `[abc]`, `{a,b}`. Matching takes linear time,
 * since callers of servers write globs.
 */
export function globPattern(glob: string): Pattern {
  if (glob.length > maxChars) throw refuse(glob, `it has more than ${maxChars} characters`);
  const compiled = compilePattern(`^${toSource(glob)}$`);
  if (compiled.kind !== 'pattern') throw refuse(glob, compiled.problem);
  return compiled.pattern;
}

function refuse(glob: string, problem: string): Error {
  const pattern = glob.length > 100 ? `${glob.slice(0, 100)}…` : glob;
  return flowErrors.create('FLOW_GLOB', { pattern, problem });
}

const pieces = /\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|\{[^{}]*\}|[^*?[{]+|[[{]/gu;

function toSource(glob: string): string {
  return (glob.match(pieces) ?? []).map(pieceSource).join('');
}

function pieceSource(piece: string): string {
  if (piece === '**/') return '(?:[^/]+/)*';
  if (piece === '**') return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?') return '[^/]';
  if (piece.length > 1 && piece.startsWith('{')) return `(?:${piece.slice(1, -1).split(',').map(toSource).join('|')})`;
  if (piece.length > 1 && piece.startsWith('[')) return classSource(piece.slice(1, -1));
  return piece.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
}

/** `!` turns a class round; only `-` between two signs means more than itself. */
function classSource(signs: string): string {
  const negated = signs.startsWith('!');
  const inside = (negated ? signs.slice(1) : signs).replaceAll(/[\\^[\]]/g, String.raw`\$&`);
  return `[${negated ? '^/' : ''}${inside}]`;
}

/** Whether a name has to be expanded. */
export function isGlob(name: string): boolean {
  return /[*?[{]/.test(name);
}

/** A glob taken apart: the directory before the first part that has to be expanded, and what is looked for in it. */
export interface Glob {
  readonly base: string;
  /** Whether a path, as seen from the base, is meant. */
  matches(path: string): boolean;
  /** Whether what is meant may stand below a directory, as seen from the base. */
  leadsInto(folder: string): boolean;
}

/** Reads a glob; a slash at its end means all that stands in the directories. */
export function readGlob(glob: string): Glob {
  const parts = glob.replace(/\/+$/u, '/**').split('/');
  const first = Math.max(0, parts.findIndex(isGlob));
  const inside = parts.slice(first);
  const whole = globPattern(inside.join('/'));
  const known = knownDepth(inside);
  const heads = inside.map((_, index) => globPattern(inside.slice(0, index).join('/')));
  return {
    base: parts.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.'),
    matches: (path) => whole.test(path),
    leadsInto(folder) {
      const names = folder.split('/');
      const depth = Math.min(names.length, known);
      return heads[depth]?.test(names.slice(0, depth).join('/')) === true;
    },
  };
}

/** So many parts of a glob stand for one name each. */
function knownDepth(parts: readonly string[]): number {
  if (/\{[^{}]*\/[^{}]*\}/u.test(parts.join('/'))) return 0;
  const deep = parts.findIndex((part) => part.includes('**'));
  return deep === -1 ? parts.length : deep;
}

/** What a glob matches: `*` and `?` inside of a name, `**` across directories, `[abc]`, `{a,b}`. */
export function globPattern(glob: string): RegExp {
  return new RegExp(`^${toSource(glob)}$`, 'u');
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

/** Whether a name has to be expanded. */
export function isGlob(name: string): boolean {
  return /[*?[{]/.test(name);
}

/** The directory before the first part that has to be expanded. */
export function globBase(glob: string): string {
  const parts = glob.split('/');
  const first = parts.findIndex(isGlob);
  return parts.slice(0, Math.max(0, first)).join('/') || (glob.startsWith('/') ? '/' : '.');
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

import { compilePattern, type Pattern } from '@helve/core';
import { flowErrors } from '../../flow-errors.js';

/** Kinds of paths that globs match: of files, with slashes, and of keys, with dots between their parts. */
export type GlobSubject = 'file' | 'key';

/** No path of a file is longer. */
const maxChars = 4_096;

/**
 * Compiles a glob: `*` and `?` within a part, `**` across parts, `{a,b}`, and `[abc]` in paths of files. Matching takes
 * linear time, since callers of servers write globs, and senders of documents choose their keys.
 */
export function globPattern(glob: string, subject: GlobSubject = 'file'): Pattern {
  if (glob.length > maxChars) throw refuse(glob, `it has more than ${maxChars} characters`);
  const compiled = compilePattern(`^${toSource(glob, grammars[subject])}$`);
  if (compiled.kind !== 'pattern') throw refuse(glob, compiled.problem);
  return compiled.pattern;
}

function refuse(glob: string, problem: string): Error {
  const pattern = glob.length > 100 ? `${glob.slice(0, 100)}…` : glob;
  return flowErrors.create('FLOW_GLOB', { pattern, problem });
}

interface Grammar {
  readonly pieces: RegExp;
  /** The sources of pieces with a meaning of their own. */
  readonly meanings: ReadonlyMap<string, string>;
}

/** Includes line ends. */
const any = String.raw`[\s\S]*`;

const grammars: { readonly [Subject in GlobSubject]: Grammar } = {
  file: {
    pieces: /\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|\{[^{}]*\}|[^*?[{]+|[[{]/gu,
    meanings: new Map([
      ['**/', '(?:[^/]+/)*'],
      ['**', any],
      ['*', '[^/]*'],
      ['?', '[^/]'],
    ]),
  },
  key: {
    pieces: /\*\*\.|\.\*\*$|\*\*|\*|\?|\{[^{}]*\}|[^*?{.]+|[{.]/gu,
    // All below a key covers the key itself, which may have a value; a key may be empty.
    meanings: new Map([
      ['**.', String.raw`(?:[^.]*\.)*`],
      ['.**', String.raw`(?:\.${any})?`],
      ['**', any],
      ['*', '[^.]*'],
      ['?', '[^.]'],
    ]),
  },
};

function toSource(glob: string, grammar: Grammar): string {
  return (glob.match(grammar.pieces) ?? []).map((piece) => pieceSource(piece, grammar)).join('');
}

function pieceSource(piece: string, grammar: Grammar): string {
  const meaning = grammar.meanings.get(piece);
  if (meaning !== undefined) return meaning;
  if (piece.length > 1 && piece.startsWith('{')) {
    const choices = piece.slice(1, -1).split(',');
    return `(?:${choices.map((choice) => toSource(choice, grammar)).join('|')})`;
  }
  if (piece.length > 1 && piece.startsWith('[') && grammar === grammars.file) return classSource(piece.slice(1, -1));
  return piece.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
}

/** `!` turns a class round; only `-` between two signs means more than itself. */
function classSource(signs: string): string {
  const negated = signs.startsWith('!');
  const inside = (negated ? signs.slice(1) : signs).replaceAll(/[\\^[\]]/g, String.raw`\$&`);
  return `[${negated ? '^/' : ''}${inside}]`;
}

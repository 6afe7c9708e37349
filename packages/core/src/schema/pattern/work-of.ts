import type { RegexNode } from './regex-node.js';

/** The work of an engine that backtracks on a text of n characters: at most tries · n^loops steps. */
export interface Work {
  readonly tries: number;
  readonly loops: number;
}

const one: Work = { tries: 1, loops: 0 };
const unbounded: Work = { tries: Infinity, loops: Infinity };

/** The work of a pattern at one place of a text; infinite where loops stand inside of loops. */
export function workOf(node: RegexNode): Work {
  switch (node.kind) {
    case 'set':
    case 'assertion':
      return one;
    case 'unsupported':
      return { tries: 1, loops: 1 };
    case 'lookaround':
      return unbounded;
    case 'sequence':
      return node.items.map(workOf).reduce(inTurn, one);
    case 'choice': {
      const works = node.branches.map(workOf);
      return {
        tries: works.reduce((sum, { tries }) => sum + tries, 0),
        loops: Math.max(...works.map(({ loops }) => loops)),
      };
    }
    case 'repeat':
      return workOfRepeat(node);
  }
}

function inTurn(a: Work, b: Work): Work {
  return { tries: a.tries * b.tries, loops: a.loops + b.loops };
}

function workOfRepeat({ item, min, max }: RegexNode & { kind: 'repeat' }): Work {
  const { tries, loops } = workOf(item);
  if (min === max) return { tries: tries ** min, loops: loops * min };
  if (max === 1) return { tries: tries + 1, loops };
  return tries === 1 && loops === 0 ? { tries: 1, loops: 1 } : unbounded;
}

/** True when every match begins at the start of the text. */
export function isAnchored(node: RegexNode): boolean {
  if (node.kind === 'assertion') return node.source === '^';
  if (node.kind === 'choice') return node.branches.every(isAnchored);
  const [first] = node.kind === 'sequence' ? node.items : [];
  return first !== undefined && isAnchored(first);
}

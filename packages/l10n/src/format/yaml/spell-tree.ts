import type { TextSplice } from '../insert/splice-text.js';
import { encodeScalar, plainStyle } from './scalar-style.js';
import { pairsOf, type YamlPair, type YamlTree } from './yaml-tree.js';

/** Spells what was added to a tree and taken from it as splices of its text. */
export function spellTree(text: string, { root, ...steps }: YamlTree, lineEnd: string): readonly TextSplice[] {
  const splices: (TextSplice & { readonly column: number })[] = [];
  const open = [root];
  for (let map = open.pop(); map !== undefined; map = open.pop()) {
    const pairs = [...pairsOf(map)];
    const first = pairs.find(({ lines }) => lines !== undefined)?.lines;
    let at = first?.start ?? map.owner?.lines?.end ?? text.length;
    for (const pair of pairs) {
      if (pair.lines === undefined) {
        const { column } = map;
        if (pair.removed !== true)
          splices.push({ ...lineSplice(text, at, spellPair(pair, column, steps), lineEnd), column });
        continue;
      }
      at = pair.lines.end;
      if (pair.removed === true) splices.push({ ...pair.lines, text: '', column: map.column });
      else if (pair.filled !== undefined) splices.push({ ...fill(text, pair, pair.filled), column: map.column });
      else if (pair.inner) open.push(pair.inner);
    }
  }
  // Where the lines of several maps end, those of the innermost come first.
  return splices.toSorted((one, other) => other.column - one.column);
}

function lineSplice(text: string, at: number, lines: readonly string[], lineEnd: string): TextSplice {
  const isOpen = at > 0 && text.charAt(at - 1) !== '\n';
  const joined = lines.join(lineEnd);
  return { start: at, end: at, text: isOpen ? `${lineEnd}${joined}` : `${joined}${lineEnd}` };
}

/** Puts a text in the place of nothing. */
function fill(text: string, { gap = { start: 0, end: 0 } }: YamlPair, value: string): TextSplice {
  const before = /\s/u.test(text.charAt(gap.start - 1)) ? '' : ' ';
  const after = text.charAt(gap.end) === '#' ? ' ' : '';
  return { ...gap, text: `${before}${value}${after}` };
}

type Steps = Pick<YamlTree, 'step' | 'listStep'>;

/** The lines of an added key or item, and of all that was added below it. */
function spellPair(pair: YamlPair, column: number, { step, listStep }: Steps): readonly string[] {
  const lines: string[] = [];
  const open = [{ pair, column }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, added, inner, parent } = next.pair;
    const indent = ' '.repeat(next.column);
    const { notes = [], value } = added ?? {};
    const head = parent.isList ? '-' : `${encodeScalar(key, plainStyle)}:`;
    lines.push(...notes.map((note) => `${indent}#${note === '' ? '' : ` ${note}`}`));
    lines.push(`${indent}${head}${value === undefined ? '' : ` ${value}`}`);
    const deeper = next.column + (inner?.isList === true && !parent.isList ? listStep : step);
    if (inner) open.push(...[...pairsOf(inner)].toReversed().map((one) => ({ pair: one, column: deeper })));
  }
  return lines;
}

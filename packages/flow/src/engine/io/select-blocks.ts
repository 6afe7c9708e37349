import { globPattern } from '../../content/text/glob-pattern.js';
import type { Block } from '../../contract/block.js';

/** Globs over the names of blocks, whose parts are joined by dots. */
export interface BlockSelection {
  /** Blocks to work on; none means all. */
  readonly only?: readonly string[];
  /** Blocks to leave alone. */
  readonly except?: readonly string[];
}

/** Lists names by which people know a block, besides its name and its id. */
export type BlockKeys = (block: Block) => readonly string[];

/** Compiles a selection by globs, and by a list of names; a glob knows a block by its name, its id and its keys. */
export function compileSelection(
  { only = [], except = [] }: BlockSelection,
  names?: readonly string[],
  keysOf: BlockKeys = () => [],
): ((block: Block) => boolean) | undefined {
  if (only.length === 0 && except.length === 0 && names === undefined) return undefined;
  const wanted = only.map((glob) => globPattern(glob, 'key'));
  const unwanted = except.map((glob) => globPattern(glob, 'key'));
  const listed = names === undefined ? undefined : new Set(names);
  return (block) => {
    const { id, name } = block;
    if (listed?.has(name) === false) return false;
    const known = [name, id, ...(wanted.length + unwanted.length === 0 ? [] : keysOf(block))];
    const matches = (patterns: typeof wanted) => patterns.some((pattern) => known.some((key) => pattern.test(key)));
    return (wanted.length === 0 || matches(wanted)) && !matches(unwanted);
  };
}

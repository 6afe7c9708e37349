import { globPattern } from '../../content/text/glob-pattern.js';
import type { Block } from '../../contract/block.js';

/** Globs over the names of blocks, whose parts are joined by dots. */
export interface BlockSelection {
  /** Blocks to work on; none means all. */
  readonly only?: readonly string[];
  /** Blocks to leave alone. */
  readonly except?: readonly string[];
}

/** Compiles a selection by globs, and by a list of names; a glob knows a block by its name and by its id. */
export function compileSelection(
  { only = [], except = [] }: BlockSelection,
  names?: readonly string[],
): ((block: Block) => boolean) | undefined {
  if (only.length === 0 && except.length === 0 && names === undefined) return undefined;
  const wanted = only.map((glob) => globPattern(glob, 'key'));
  const unwanted = except.map((glob) => globPattern(glob, 'key'));
  const listed = names === undefined ? undefined : new Set(names);
  return ({ id, name }) => {
    if (listed?.has(name) === false) return false;
    const matches = (patterns: typeof wanted) => patterns.some((pattern) => pattern.test(name) || pattern.test(id));
    return (wanted.length === 0 || matches(wanted)) && !matches(unwanted);
  };
}

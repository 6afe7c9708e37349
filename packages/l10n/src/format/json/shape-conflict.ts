import type { Block } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';
import { joinKeys } from './key-path.js';
import type { JsonTree, TreeContainer, TreeMember } from './json-tree.js';

/** Leaves an entry out of a file that has something of another shape in its place, and tells so. */
export function skipForShape({ lose }: WriteContext, block: Block, tree: JsonTree, keys: readonly string[]): void {
  const problem = shapeConflict(tree, keys);
  lose({ kind: 'block-skipped', block: block.id, detail: { reason: 'shape', key: block.name, problem } });
}

/** Says in words what stands in the way of a value. */
function shapeConflict({ root }: JsonTree, keys: readonly string[]): string {
  let container = root;
  let name = '';
  for (const key of keys) {
    if (container === undefined) break;
    const member = container.byKey.get(key);
    if (member === undefined) return misfit(container, name);
    name = joinKeys(name, key);
    if (member.container === undefined) return `"${name}" is ${kindOf(member)} there`;
    container = member.container;
  }
  return `"${name}" is ${container?.kind === 'array' ? 'a list' : 'an object'} there`;
}

function misfit({ kind, live }: TreeContainer, name: string): string {
  if (kind === 'object') return `"${name}" is an object there`;
  return `"${name}" is a list of ${live} there`;
}

function kindOf({ raw }: TreeMember): string {
  return raw === undefined ? 'no text' : 'a text';
}

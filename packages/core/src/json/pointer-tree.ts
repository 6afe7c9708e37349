import { fromPointer } from './pointer.js';
/** JSON pointers that share their beginnings; `*` stands for any one name or index. */
export interface PointerTree {
  readonly ends: boolean;
  readonly children: ReadonlyMap<string, PointerTree>;
}

interface Growing extends PointerTree {
  ends: boolean;
  readonly children: Map<string, Growing>;
}

/** Joins pointers to a tree. Throws on a text that is no pointer: it would protect nothing. */
export function toPointerTree(pointers: readonly string[]): PointerTree {
  const root = grow();
  for (const pointer of pointers) {
    if (pointer !== '' && !pointer.startsWith('/')) {
      throw new TypeError(`Cannot use path "${pointer}": expected a JSON pointer such as "/user/*/email"`);
    }
    let node = root;
    for (const name of fromPointer(pointer)) node = childOf(node, name);
    node.ends = true;
  }
  return root;
}

/** The places one step further: those of this very name, and those of any name. */
export function descend(places: readonly PointerTree[], name: string): PointerTree[] {
  return places.flatMap(({ children }) => [children.get(name) ?? [], children.get('*') ?? []].flat());
}

function childOf(node: Growing, token: string): Growing {
  const child = node.children.get(token) ?? grow();
  node.children.set(token, child);
  return child;
}

function grow(): Growing {
  return { ends: false, children: new Map() };
}

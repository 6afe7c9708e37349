/** Freezes a tree of JSON: much faster than `deepFreeze`, which also has to expect cycles and instances. */
export function freezeJson<Tree>(tree: Tree): Tree {
  if (typeof tree !== 'object' || tree === null) return tree;
  for (const key in tree) freezeJson(tree[key]);
  return Object.freeze(tree);
}

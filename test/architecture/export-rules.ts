import { parseSync } from 'oxc-parser';
import { packageFolders, type Rule } from './rules.js';
import { resolveRelative, type Tree } from './scan.js';

/** Where a name comes from: the file that declares it, and its name there. */
type Origin = string;

/** A name of one package's public entries means the same thing in all of them. */
export const checkNamesAreExportedOnce: Rule = (tree) => {
  const origins = new Map<string, Set<Origin>>();
  for (const entry of packageFolders(tree).flatMap((name) => entryFiles(tree, name))) {
    for (const name of exportedNames(tree, entry)) {
      origins.set(name, (origins.get(name) ?? new Set()).add(originOf(tree, entry, name)));
    }
  }
  return [...origins]
    .filter(([, files]) => new Set([...files].map(packageOfOrigin)).size > 1)
    .map(([name, files]) => `${name} is exported for two things: ${[...files].toSorted().join(', ')}`);
};

function entryFiles(tree: Tree, name: string): string[] {
  const manifest = JSON.parse(tree.get(`packages/${name}/package.json`) ?? '{}') as {
    exports?: Record<string, string | { default?: string }>;
  };
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    const file = typeof target === 'string' ? target : (target.default ?? '');
    const path = `packages/${name}/${file.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')}`;
    return tree.has(path) ? path : [];
  });
}

function exportedNames(tree: Tree, path: string): string[] {
  return exportsOf(tree, path).map(({ name }) => name);
}

interface Export {
  readonly name: string;
  /** Absent where the file declares it. */
  readonly from?: { readonly specifier: string; readonly name: string };
}

const known = new WeakMap<Tree, Map<string, Export[]>>();

function exportsOf(tree: Tree, path: string): Export[] {
  const files = known.get(tree) ?? new Map<string, Export[]>();
  known.set(tree, files);
  const found = files.get(path) ?? readExports(path, tree.get(path) ?? '');
  files.set(path, found);
  return found;
}

function readExports(path: string, text: string): Export[] {
  return parseSync(path, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, importName, moduleRequest }) => {
      const name = exportName.name;
      if (name === null) return [];
      if (moduleRequest === null) return { name };
      return { name, from: { specifier: moduleRequest.value, name: importName.name ?? name } };
    }),
  );
}

/** Follows re-exports to the file that declares a name. */
function originOf(tree: Tree, path: string, name: string): Origin {
  const from = exportsOf(tree, path).find((entry) => entry.name === name)?.from;
  if (from === undefined) return `${path} ${name}`;
  const [, other] = /^@helve\/([^/]+)$/.exec(from.specifier) ?? [];
  const target = other === undefined ? resolveRelative(tree, path, from.specifier) : `packages/${other}/src/index.ts`;
  return target === undefined ? `${from.specifier} ${from.name}` : originOf(tree, target, from.name);
}

/** The package of an origin: within one, a type and its value may have one name. */
function packageOfOrigin(origin: Origin): string {
  return /^packages\/[^/]+/.exec(origin)?.[0] ?? origin;
}

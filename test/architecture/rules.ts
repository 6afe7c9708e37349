import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { coreOrder, type Row } from './table.js';
import { type Import, resolveRelative, scan, type SourceFile, type Tree } from './scan.js';

/** A rule reads a tree and answers with one sentence per violation. */
export type Rule = (tree: Tree) => string[];

export const checkCoverage =
  (table: readonly Row[]): Rule =>
  (tree) =>
    packageFolders(tree)
      .filter((name) => rowOf(table, name) === undefined)
      .map((name) => `packages/${name} has no row in the import table`);

export const checkPermissions =
  (table: readonly Row[]): Rule =>
  (tree) =>
    eachImport(tree, isPackageSource, (file, found) => {
      const from = packageOf(file.path);
      const to = toPackage(found.specifier);
      const row = from === undefined ? undefined : rowOf(table, from);
      if (to === undefined || row === undefined) return null;
      if (to === from) return `imports its own package by name`;
      if (row.values.includes(to)) return null;
      if (row.types?.includes(to)) return found.typeOnly ? null : `may import types of ${to} only`;
      return `may not import ${to}`;
    });

export const checkNobodyImportsCli: Rule = (tree) =>
  eachImport(tree, isPackageSource, (file, { specifier }) =>
    toPackage(specifier) === 'cli' && packageOf(file.path) !== 'cli' ? 'imports cli, which nobody may' : null,
  );

export const checkCoreHasNoBuiltins: Rule = (tree) =>
  eachImport(
    tree,
    (path) => isPackageSource(path) && packageOf(path) === 'core',
    (_, { specifier }) => (isBuiltin(specifier) ? `core imports the Node built-in ${specifier}` : null),
  );

export const checkCoreLeftwards: Rule = (tree) =>
  eachImport(
    tree,
    (path) => isPackageSource(path) && coreFolder(path) !== undefined,
    (file, { specifier }) => {
      const from = coreFolder(file.path) ?? '';
      if (!order(from)) return `the folder ${from} has no place in the order of core`;
      if (!specifier.startsWith('.')) return null;
      const to = coreFolder(posix.join(posix.dirname(file.path), specifier));
      if (to === undefined) return `${from} imports the index, which is to its right`;
      return order(to) > order(from) ? `${from} imports ${to}, which is to its right` : null;
    },
  );

export const checkNoInsides: Rule = (tree) =>
  eachImport(
    tree,
    () => true,
    (file, { specifier }) => {
      if (specifier.startsWith('.')) {
        const target = unitOf(posix.join(posix.dirname(file.path), specifier));
        return target !== undefined && target !== unitOf(file.path) ? `reaches into ${target}` : null;
      }
      const [, name, entry] = /^@helve\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
      if (name === undefined || entry === undefined) return null;
      if (!publicEntries(tree, name).includes(`./${entry}`)) return `${specifier} is no public entry`;
      return entry === 'testing' && isPackageSource(file.path) && !isTesting(file.path)
        ? `${specifier} is for tests only`
        : null;
    },
  );

export const checkIndexesListNames: Rule = (tree) =>
  eachImport(
    tree,
    (path) => /^packages\/.*\/(?:index|testing)\.ts$/.test(path),
    (_, { all }) => (all ? 'exports everything of a file instead of names' : null),
  );

export const checkNoEnvironment: Rule = (tree) =>
  scan(tree)
    .filter(({ path }) => (isPackageSource(path) && packageOf(path) !== 'cli') || path.startsWith('examples/'))
    .filter(({ path }) => !isTest(path) && !isCapability(path))
    .flatMap(({ path, envReads }) => envReads.map((line) => `${path}:${line} reads the environment`));

/** Follows imports that exist at run time until a file is met again on the way. */
export const checkNoCycles: Rule = (tree) => {
  const next = new Map(scan(tree).map((file) => [file.path, targetsOf(tree, file)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    else if (!done.has(path)) {
      for (const target of next.get(path) ?? []) visit(target, [...way, path]);
      done.add(path);
    }
  };
  for (const path of next.keys()) visit(path, []);
  return found.map((cycle) => `imports go in a circle: ${cycle}`);
};

function targetsOf(tree: Tree, { path, imports }: SourceFile): string[] {
  return imports
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ specifier }) => {
      const name = toPackage(specifier);
      const target = specifier.startsWith('.')
        ? resolveRelative(tree, path, specifier)
        : `packages/${name}/src/index.ts`;
      return target !== undefined && tree.has(target) ? target : [];
    });
}

function eachImport(
  tree: Tree,
  concerns: (path: string) => boolean,
  judge: (file: SourceFile, found: Import) => string | null,
): string[] {
  return scan(tree)
    .filter(({ path }) => concerns(path))
    .flatMap((file) =>
      file.imports.flatMap((found) => {
        const verdict = judge(file, found);
        return verdict === null ? [] : `${file.path}:${found.line} ${verdict}`;
      }),
    );
}

/** Fixtures are programs that tests start: they stand for what users write. */
const isFixture = (path: string) => path.includes('/testing/fixture/');
export const isTest = (path: string) => /\.test(?:-d)?\.tsx?$/.test(path) || isFixture(path);
/** A capability is told what it may know by variables of its own process. */
const isCapability = (path: string) => path.startsWith('examples/capabilities/');
const isTesting = (path: string) => /\/testing(?:\.ts|\/.*)$/.test(path);
const isPackageSource = (path: string) => path.startsWith('packages/') && !isTest(path);
export const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];
const unitOf = (path: string) => /^(?:packages|examples)\/[^/]+/.exec(path)?.[0];
const toPackage = (specifier: string) => /^@helve\/([^/]+)/.exec(specifier)?.[1];
const coreFolder = (path: string) => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1];

/** The place of a folder in core's order, from 1; 0 for none. */
const order = (folder: string) => coreOrder.findIndex((name) => name === folder) + 1;

function rowOf(table: readonly Row[], name: string): Row | undefined {
  return table.find(({ packages }) => packages.includes(name));
}

export function packageFolders(tree: Tree): string[] {
  return [...new Set([...tree.keys()].flatMap((path) => packageOf(path) ?? []))];
}

function publicEntries(tree: Tree, name: string): string[] {
  const manifest = JSON.parse(tree.get(`packages/${name}/package.json`) ?? '{}') as { exports?: object };
  return Object.keys(manifest.exports ?? {});
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A source tree as data: paths with forward slashes, relative to the root of the workspace, and their texts. */
export type Tree = ReadonlyMap<string, string>;

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** `import type` and `export type … from`: gone at run time. `import { type A }` is not, it still loads the module. */
  readonly typeOnly: boolean;
  /** `export * from`. */
  readonly all: boolean;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly envReads: readonly number[];
  readonly comments: readonly Comment[];
}

/** A comment without its marks. */
export interface Comment {
  readonly text: string;
  readonly line: number;
}

const sourceFolders = ['packages', 'examples', 'test', 'bench', 'scripts'];

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !['node_modules', 'dist', 'static', 'fixtures', 'peers'].includes(entry.name))
        visit(path);
      else if (/\.(?:[mc]?[jt]sx?)$/.test(entry.name) || entry.name === 'package.json') {
        tree.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
      }
    }
  };
  for (const folder of sourceFolders) visit(join(root, folder));
  return tree;
}

const scanned = new WeakMap<Tree, SourceFile[]>();

/** Reads all source files of a tree, each tree once. */
export function scan(tree: Tree): SourceFile[] {
  const files = scanned.get(tree) ?? scanAll(tree);
  scanned.set(tree, files);
  return files;
}

function scanAll(tree: Tree): SourceFile[] {
  return [...tree].filter(([path]) => !path.endsWith('.json')).map(([path, text]) => scanFile(path, text));
}

function scanFile(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0]?.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({
      specifier: moduleRequest.value,
      line: lineAt(start),
      typeOnly: /^import\s+type\b(?!\s*(?:,|from\b))/.test(text.slice(start)),
      all: false,
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.slice(0, 1).flatMap(({ moduleRequest }) =>
        moduleRequest === null
          ? []
          : {
              specifier: moduleRequest.value,
              line: lineAt(start),
              typeOnly: /^export\s+type\b/.test(text.slice(start)),
              all: /^export\s+(?:type\s+)?\*\s*from\b/.test(text.slice(start)),
            },
      ),
    ),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const literal = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[2] === undefined
        ? []
        : { specifier: literal[2], line: lineAt(start), typeOnly: false, all: false };
    }),
  ];
  return {
    path,
    imports,
    envReads: findEnvReads(program).map(lineAt),
    comments: comments.map(({ value, start }) => ({ text: value.replace(/^[*\s]+/, ''), line: lineAt(start) })),
  };
}

/** Offsets of `process.env` in its three spellings: a member, a destructuring, an import. */
function findEnvReads(program: unknown): number[] {
  const found: number[] = [];
  walk(program, (node) => {
    const { type, start, object, property, init, id, source, specifiers } = node;
    const names = (list: unknown, key: string) => asArray(list).some((item) => nameOf(item[key]) === 'env');
    if (
      (type === 'MemberExpression' && nameOf(property) === 'env' && isProcess(object)) ||
      (type === 'VariableDeclarator' && isProcess(init) && isNode(id) && names(id['properties'], 'key')) ||
      (type === 'ImportDeclaration' &&
        isNode(source) &&
        /^(?:node:)?process$/.test(String(source['value'])) &&
        names(specifiers, 'imported'))
    ) {
      found.push(Number(start));
    }
  });
  return found;
}

export type Node = Record<string, unknown>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

export function asArray(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier, or the text of a string that stands in its place. */
function nameOf(value: unknown): unknown {
  return isNode(value) ? (value['name'] ?? value['value']) : undefined;
}

/** `process`, or the `process` of something such as `globalThis`. */
function isProcess(value: unknown): boolean {
  return isNode(value) && (nameOf(value) === 'process' || nameOf(value['property']) === 'process');
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (isNode(value)) {
    if (typeof value['type'] === 'string') visit(value);
    for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
  }
}

/** The file of the tree that a relative import means, or undefined. */
export function resolveRelative(tree: Tree, from: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(from), specifier);
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')];
  return candidates.find((path) => tree.has(path));
}

import type {
  AnyNode,
  ExportAllDeclaration,
  ExportNamedDeclaration,
  Expression,
  Identifier,
  ImportDeclaration,
  Literal,
  Program,
} from 'acorn';

/** Loads the syntax tree of a module, by the importing module and the specifier; undefined for packages. */
export interface ModuleSource {
  open(module: string): Promise<Program | undefined>;
  follow(module: string, specifier: string): string | undefined;
}

/** The kind of an export: a function, something else, or none. */
export type Export =
  | { readonly kind: 'function' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'other'; readonly module: string; readonly line: number | undefined; readonly what: string };

const functionKinds = new Set(['FunctionExpression', 'ArrowFunctionExpression', 'FunctionDeclaration']);

/**
 * Follows an exported name through the modules of a handler, without running any of them.
 *
 *     export { run as execute } from './run.js'   ▸   export const run = async () => …   ▸   a function
 */
export async function findExport(source: ModuleSource, module: string, name: string): Promise<Export> {
  return new Search(source).exported(module, name);
}

/** True when a single module exports a function declaration under this name. */
export function exportsFunction(program: Program | undefined, name: string): boolean {
  const specifiers =
    program?.body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? node.specifiers : [])) ?? [];
  const found = specifiers.find(({ exported }) => toName(exported) === name);
  if (found === undefined) return false;
  const local = toName(found.local);
  return program?.body.some((node) => node.type === 'FunctionDeclaration' && node.id.name === local) === true;
}

class Search {
  readonly #source: ModuleSource;
  readonly #seen = new Set<string>();

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  async exported(module: string, name: string): Promise<Export> {
    const key = `${module}\n${name}`;
    const program = this.#seen.has(key) ? undefined : await this.#source.open(module);
    this.#seen.add(key);
    if (program === undefined) return { kind: 'missing' };
    for (const node of program.body) {
      const found = await this.#inStatement(program, node, module, name);
      if (found !== undefined) return found;
    }
    return this.#inStars(program, module, name);
  }

  async #inStatement(program: Program, node: AnyNode, module: string, name: string): Promise<Export | undefined> {
    if (node.type === 'ExportNamedDeclaration') return this.#inNamed(program, node, module, name);
    if (node.type === 'ExportDefaultDeclaration' && name === 'default') {
      return this.#judge(program, node.declaration, module);
    }
    return undefined;
  }

  async #inNamed(
    program: Program,
    { declaration, specifiers, source }: ExportNamedDeclaration,
    module: string,
    name: string,
  ): Promise<Export | undefined> {
    if (declaration !== null && declaration !== undefined) return this.#declared(program, declaration, module, name);
    const found = specifiers.find(({ exported }) => toName(exported) === name);
    if (found === undefined) return undefined;
    const local = toName(found.local);
    return source === null || source === undefined
      ? this.#bound(program, module, local)
      : this.#elsewhere(module, source, local, found);
  }

  async #inStars(program: Program, module: string, name: string): Promise<Export> {
    const stars = program.body.filter(
      (node): node is ExportAllDeclaration => node.type === 'ExportAllDeclaration' && !node.exported,
    );
    for (const { source } of stars) {
      const target = this.#source.follow(module, String(source.value));
      const found = target === undefined ? undefined : await this.exported(target, name);
      if (found !== undefined && found.kind !== 'missing') return found;
    }
    return { kind: 'missing' };
  }

  /** Resolves a name inside a module. */
  async #bound(program: Program, module: string, name: string): Promise<Export> {
    const imported = findImport(program, name);
    if (imported !== undefined) return this.#elsewhere(module, imported.source, imported.name, imported.source);
    for (const node of program.body) {
      const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      const found =
        declaration === null || declaration === undefined
          ? undefined
          : await this.#declared(program, declaration, module, name);
      if (found !== undefined) return found;
    }
    return { kind: 'missing' };
  }

  async #declared(program: Program, node: AnyNode, module: string, name: string): Promise<Export | undefined> {
    if (node.type === 'FunctionDeclaration' && node.id?.name === name) return { kind: 'function' };
    if (node.type === 'ClassDeclaration' && node.id?.name === name) return other(node, module, 'a class');
    if (node.type !== 'VariableDeclaration') return undefined;
    const found = node.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found === undefined) return undefined;
    if (node.kind !== 'const') return other(node, module, `a "${node.kind}", which may change`);
    return found.init ? this.#judge(program, found.init, module) : { kind: 'missing' };
  }

  async #judge(program: Program, node: AnyNode | Expression, module: string): Promise<Export> {
    if (functionKinds.has(node.type)) return { kind: 'function' };
    if (node.type === 'Identifier') {
      const key = `${module}\n= ${node.name}`;
      if (this.#seen.has(key)) return { kind: 'missing' };
      this.#seen.add(key);
      return this.#bound(program, module, node.name);
    }
    if (node.type === 'CallExpression' && isContextHandler(program, node.callee)) return { kind: 'function' };
    return other(node, module, 'not a function that can be seen without running it');
  }

  async #elsewhere(module: string, source: Literal, name: string | undefined, node: AnyNode): Promise<Export> {
    const target = this.#source.follow(module, String(source.value));
    if (target !== undefined && name !== undefined) return this.exported(target, name);
    return other(node, module, `taken from "${String(source.value)}", which is not a local module`);
  }
}

/** Finds the import that binds a name: its source, and its name there; a namespace has none. */
function findImport(program: Program, local: string): { source: Literal; name: string | undefined } | undefined {
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration') continue;
    const specifier = node.specifiers.find((each) => each.local.name === local);
    if (specifier !== undefined) return { source: node.source, name: importedName(specifier) };
  }
  return undefined;
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string | undefined {
  if (specifier.type === 'ImportNamespaceSpecifier') return undefined;
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : toName(specifier.imported);
}

/** True for core's `contextHandler(…)`, under whatever name it was imported. */
function isContextHandler(program: Program, callee: AnyNode): boolean {
  if (callee.type === 'MemberExpression') {
    const { object, property } = callee;
    if (object.type !== 'Identifier' || property.type !== 'Identifier' || callee.computed) return false;
    const imported = findImport(program, object.name);
    return property.name === 'contextHandler' && imported?.source.value === '@helve/core';
  }
  const imported = callee.type === 'Identifier' ? findImport(program, callee.name) : undefined;
  return imported?.source.value === '@helve/core' && imported.name === 'contextHandler';
}

function toName(node: Identifier | Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function other({ loc }: AnyNode | Expression, module: string, what: string): Export {
  return { kind: 'other', module, line: loc?.start.line, what };
}

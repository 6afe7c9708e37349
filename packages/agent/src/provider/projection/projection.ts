import { compileJsonSchema, type JsonSchemaObject, type Loss, pointerTo } from '@helve/core';
import { actionFor, annotations, type Action } from '../keyword-table.js';
import type { Mark } from '../restore/restore-mark.js';
import type { Dialect } from './dialect.js';
import { Losses } from './losses.js';
import { definitionName, readDefinitions, type Definitions } from './read-references.js';
import { renameParameters } from './rename-parameters.js';
import { listChildren, type Schema, type SchemaNode } from './schema-node.js';

/** The location of a schema node. */
export interface NodeLocation {
  /** Pointer into the canonical schema, for losses. */
  readonly pointer: string;
  /** Path in the arguments, for restoring. */
  readonly argumentPath: string;
  readonly isRoot?: true;
  /** Number of times each definition has been inlined on the way here. */
  readonly inlined: ReadonlyMap<string, number>;
}

const maxNodes = 20_000;

/** The projection of one schema into one dialect: a working copy, and everything noted on the way. */
export class Projection {
  readonly dialect: Dialect;
  readonly root: SchemaNode;
  readonly losses = new Losses();
  readonly marks: Mark[] = [];
  /** Rules of the root, for the description of the tool. */
  readonly rootRules: [keyword: string, text: string][] = [];
  readonly #definitions: Definitions;
  readonly #touched: Set<SchemaNode>;
  readonly #oldNames: ReadonlyMap<string, string>;
  readonly #origins = new WeakMap<object, string>();
  readonly #needed = new Set<string>();
  readonly #takesNull = new WeakMap<object, boolean>();
  #nodes = 0;

  constructor(dialect: Dialect, schema: JsonSchemaObject) {
    this.dialect = dialect;
    const copy = copySchema(schema);
    this.#note(copy, '');
    this.#definitions = readDefinitions(copy);
    const { parameterName } = dialect;
    const roots = [copy, ...this.#definitions.schemas.values()];
    const renamed = parameterName === undefined ? undefined : renameParameters(roots, parameterName);
    this.#touched = new Set(renamed?.touched);
    this.#oldNames = renamed?.oldNames ?? new Map();
    this.root = copy;
  }

  action(row: string): Action {
    return actionFor(this.dialect.column, row);
  }

  /** True for dialects that accept JSON Schema unchanged. */
  get takesAll(): boolean {
    return this.action('unknown keyword') === 'keep';
  }

  lose(loss: Loss): void {
    this.losses.add(loss);
  }

  /** Counts a projected schema; false when there are too many because references multiply. */
  count(at: NodeLocation): boolean {
    this.#nodes += 1;
    if (this.#nodes <= maxNodes) return true;
    this.lose({
      pointer: at.pointer,
      keyword: '$ref',
      action: 'refused',
      effect: 'same',
      note: `more than ${maxNodes} schemas once references are in their place`,
    });
    return false;
  }

  /** Returns the pointer of a schema in the canonical one. */
  pointerOf(schema: Schema, otherwise: string): string {
    return (typeof schema === 'object' ? this.#origins.get(schema) : undefined) ?? otherwise;
  }

  /** Records that one schema was made from another, and so has its location. */
  from(origin: SchemaNode, node: Record<string, unknown>): SchemaNode {
    const pointer = this.#origins.get(origin);
    if (pointer !== undefined) this.#origins.set(node, pointer);
    if (this.#touched.has(origin)) this.#touched.add(node);
    return node;
  }

  wasRenamed(node: SchemaNode): boolean {
    return this.#touched.has(node);
  }

  /** True when some parameter of the tool has another name in the form. */
  get hasRenamed(): boolean {
    return this.#oldNames.size > 0;
  }

  oldName(name: string): string | undefined {
    return this.#oldNames.get(name);
  }

  /** Returns the definition of a reference; undefined for one outside of the schema. */
  resolve(ref: unknown): Schema | undefined {
    const name = definitionName(ref);
    return name === undefined ? undefined : this.#definitions.schemas.get(name);
  }

  /** Follows the references of a schema; undefined when they lead nowhere, or stand beside other keywords. */
  follow(schema: Schema): Schema | undefined {
    let seen = schema;
    for (let steps = 0; typeof seen === 'object' && Object.hasOwn(seen, '$ref'); steps += 1) {
      const alone = Object.keys(seen).every((keyword) => keyword === '$ref' || annotations.has(keyword));
      const target = alone ? this.resolve(seen['$ref']) : undefined;
      if (target === undefined || steps > this.#definitions.schemas.size) return undefined;
      seen = target;
    }
    return seen;
  }

  /** Requests a definition in the result. */
  need(name: string): void {
    this.#needed.add(name);
  }

  get needed(): ReadonlySet<string> {
    return this.#needed;
  }

  get definitions(): Definitions {
    return this.#definitions;
  }

  /** True when a schema accepts null, by its full meaning. */
  takesNull(schema: Schema): boolean {
    if (typeof schema === 'boolean') return schema;
    // The common case, without compiling.
    if (typeof schema['type'] === 'string' && schema['type'] !== 'null') return false;
    const known = this.#takesNull.get(schema);
    if (known !== undefined) return known;
    const takes = this.accepts(schema, [null]).length > 0;
    this.#takesNull.set(schema, takes);
    return takes;
  }

  /** Returns the values that a schema accepts, by its full meaning; all of them when it cannot be compiled. */
  accepts(schema: SchemaNode, values: readonly unknown[]): readonly unknown[] {
    try {
      const compiled = compileJsonSchema({ ...schema, $defs: this.#asDefinitions() });
      return values.filter((value) => compiled.check(value).ok);
    } catch {
      return values;
    }
  }

  #asDefinitions(): Record<string, Schema> {
    return Object.fromEntries(this.#definitions.schemas);
  }

  #note(schema: SchemaNode, pointer: string): void {
    this.#origins.set(schema, pointer);
    for (const { schema: child, keyword, key } of listChildren(schema)) {
      const below = key === undefined ? pointerTo(pointer, keyword) : pointerTo(pointer, keyword, key);
      if (typeof child === 'object') this.#note(child, below);
    }
  }
}

/** Copies a schema so that no two parts of the copy are shared. */
function copySchema(schema: JsonSchemaObject): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

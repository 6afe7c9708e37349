import type { Issue } from '../../../contract/issue.js';
import { isPlainObject } from '../../../json/is-plain-object.js';
import type { JsonSchema } from '../../../contract/schema.js';
import { describeValue, quoteValue } from '../rule/describe-value.js';
import { findEndlessReference } from './find-endless-reference.js';
import { fromPointer, toPointer, toPointerToken } from '../../../json/pointer.js';
import { allKeywords, keywordsOf, type KeywordReader, type NodeReading } from './keyword-readers.js';
import { maxIssues, maxSchemaDepth } from '../limits.js';
import { SchemaNode, type Resource } from './schema-node.js';

/** A schema as linked nodes, or with `problems` that forbid to use them. */
export interface SchemaReading {
  readonly root: SchemaNode;
  readonly problems: readonly Issue[];
  /** True when some `$dynamicRef` has more than one target, so that a run must keep the dynamic scope. */
  readonly dynamic: boolean;
}

interface Reference {
  readonly node: SchemaNode;
  readonly keyword: '$ref' | '$dynamicRef';
  readonly target: string;
}

type Resources = Readonly<Record<string, JsonSchema>>;

/** The base of schemas without an absolute `$id`; nothing can be fetched from it. */
const defaultBase = 'schema:///';

/** Reads a schema and everything it refers to, and notes every problem on the way instead of stopping at the first. */
export function readSchema(schema: unknown, resources: Resources = {}): SchemaReading {
  const reader = new SchemaReader(resources);
  try {
    return reader.readRoot(schema);
  } catch (error) {
    // Enum values, constants and defaults may be nested deeper than the stack is.
    if (!(error instanceof RangeError)) throw error;
    return reader.refuse('The schema is nested too deep to be read');
  }
}

class SchemaReader {
  readonly #external: Resources;
  readonly #problems: Issue[] = [];
  readonly #references: Reference[] = [];
  readonly #resources = new Map<string, Resource>();
  readonly #nodes = new Map<object, SchemaNode>();
  #keywords: ReadonlyMap<string, KeywordReader> = allKeywords;
  #nextId = 0;
  #dynamic = false;

  constructor(external: Resources) {
    this.#external = external;
  }

  readRoot(schema: unknown): SchemaReading {
    const root = this.#readDocument(schema, defaultBase, '');
    // The list grows while it is walked: a reference may bring in a document with references of its own.
    for (const reference of this.#references) this.#link(reference);
    for (const reference of this.#references) this.#linkDynamic(reference);
    if (this.#references.length > 0 && this.#problems.length === 0) {
      const endless = findEndlessReference(root);
      if (endless !== undefined) this.#problem(endless.pointer, endless.keyword, endless.message);
    }
    return { root, problems: this.#problems, dynamic: this.#dynamic };
  }

  refuse(message: string): SchemaReading {
    this.#problem('', 'depth', message);
    return { root: this.#readDocument(false, defaultBase, ''), problems: this.#problems, dynamic: this.#dynamic };
  }

  #readDocument(schema: unknown, uri: string, pointer: string): SchemaNode {
    const before = this.#keywords;
    this.#keywords = this.#keywordsFor(schema);
    const node = this.#read(schema, pointer, this.#openResource(uri, schema), 0);
    this.#keywords = before;
    return node;
  }

  #keywordsFor(schema: unknown): ReadonlyMap<string, KeywordReader> {
    const uri = isPlainObject(schema) ? schema['$schema'] : undefined;
    const metaschema = typeof uri === 'string' && Object.hasOwn(this.#external, uri) ? this.#external[uri] : undefined;
    const vocabulary = isPlainObject(metaschema) ? metaschema['$vocabulary'] : undefined;
    return isPlainObject(vocabulary) ? keywordsOf(vocabulary) : allKeywords;
  }

  #openResource(uri: string, schema: unknown): Resource {
    const resource: Resource = { uri, schema, anchors: new Map(), dynamicAnchors: new Map() };
    if (!this.#resources.has(uri)) this.#resources.set(uri, resource);
    return resource;
  }

  #read(schema: unknown, pointer: string, outer: Resource, depth: number): SchemaNode {
    if (!isPlainObject(schema)) return this.#readBoolean(schema, pointer, outer);
    const known = this.#nodes.get(schema);
    if (known !== undefined) return known;
    const node = new SchemaNode(this.#nextId++, pointer, this.#resourceOf(schema, pointer, outer), false);
    this.#nodes.set(schema, node);
    if (depth > maxSchemaDepth)
      this.#problem(pointer, 'depth', `Schemas are nested deeper than ${maxSchemaDepth} levels`);
    else this.#readKeywords(schema, node, depth);
    return node;
  }

  #readBoolean(schema: unknown, pointer: string, resource: Resource): SchemaNode {
    if (typeof schema !== 'boolean') {
      this.#problem(pointer, 'schema', `Expected a schema (an object or a boolean), got ${describeValue(schema)}`);
    }
    return new SchemaNode(this.#nextId++, pointer, resource, schema === false);
  }

  #readKeywords(schema: Record<string, unknown>, node: SchemaNode, depth: number): void {
    const reading: NodeReading = {
      node,
      written: schema,
      problem: (path, message, suggestion) =>
        this.#problem(node.pointer + toPointer(path), String(path[0]), message, suggestion),
      child: (child, path) => this.#read(child, node.pointer + toPointer(path), node.resource, depth + 1),
      reference: (keyword, target) => this.#references.push({ node, keyword, target }),
    };
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      if (value !== undefined) this.#keywords.get(keyword)?.(value, reading);
    }
  }

  /** The resource that a schema's own `$id` opens, or the one around it. */
  #resourceOf(schema: Record<string, unknown>, pointer: string, outer: Resource): Resource {
    const id = schema['$id'];
    if (id === undefined) return outer;
    const uri = typeof id === 'string' && /^[^#]*#?$/.test(id) ? toUri(id, outer.uri) : undefined;
    if (uri === undefined) {
      this.#problem(`${pointer}/$id`, '$id', `"$id" must be a URI reference without a fragment, got ${quoteValue(id)}`);
      return outer;
    }
    return this.#openResource(uri, schema);
  }

  #link({ node, keyword, target }: Reference): void {
    const found = this.#resolve(target, node.resource);
    if (typeof found === 'string') {
      this.#problem(`${node.pointer}/${toPointerToken(keyword)}`, keyword, found);
    } else if (keyword === '$ref') {
      node.ref = found;
    } else {
      node.dynamicRef = { target: found, candidates: new Map() };
    }
  }

  /** Finds the anchors that compete for a `$dynamicRef`; with fewer than two it is a plain reference. */
  #linkDynamic({ node, target }: Reference): void {
    const [, name = ''] = target.split('#', 2);
    const first = node.dynamicRef?.target;
    if (first === undefined || first.resource.dynamicAnchors.get(name) !== first) return;
    const candidates = new Map<Resource, SchemaNode>();
    for (const resource of this.#resources.values()) {
      const candidate = resource.dynamicAnchors.get(name);
      if (candidate !== undefined) candidates.set(resource, candidate);
    }
    if (candidates.size < 2) return;
    node.dynamicRef = { target: first, candidates };
    this.#dynamic = true;
  }

  /** Finds the node that a reference names, or why there is none. */
  #resolve(reference: string, from: Resource): SchemaNode | string {
    const hash = reference.indexOf('#');
    const uri = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = decodeFragment(hash < 0 ? '' : reference.slice(hash + 1));
    const resource = uri === '' ? from : this.#resourceAt(toUri(uri, from.uri));
    if (resource === undefined)
      return `Cannot follow ${quoteValue(reference)}: remote $ref is refused: bundle it under $defs`;
    if (fragment === undefined) return `Cannot follow ${quoteValue(reference)}: its fragment is not well encoded`;
    const found =
      fragment === '' || fragment.startsWith('/') ? this.#at(resource, fragment) : resource.anchors.get(fragment);
    return found ?? `Cannot follow ${quoteValue(reference)}: no schema stands there`;
  }

  #resourceAt(uri: string | undefined): Resource | undefined {
    if (uri === undefined) return undefined;
    const known = this.#resources.get(uri);
    if (known !== undefined || !Object.hasOwn(this.#external, uri)) return known;
    const node = this.#readDocument(this.#external[uri], uri, `${uri}#`);
    this.#resources.set(uri, node.resource);
    return node.resource;
  }

  #at(resource: Resource, pointer: string): SchemaNode | undefined {
    let found: unknown = resource.schema;
    let nearest = resource;
    for (const token of fromPointer(pointer)) {
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, token)) return undefined;
      found = Reflect.get(found, token);
      nearest = (isPlainObject(found) ? this.#nodes.get(found)?.resource : undefined) ?? nearest;
    }
    if (!isPlainObject(found) && typeof found !== 'boolean') return undefined;
    // A schema under a keyword we do not know is read when something refers to it.
    return this.#read(found, pointer, nearest, 0);
  }

  #problem(pointer: string, keyword: string, message: string, suggestion?: string): void {
    if (this.#problems.length >= maxIssues) return;
    this.#problems.push({ pointer, keyword, message, ...(suggestion !== undefined && { suggestion }) });
  }
}

function toUri(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return fragment.includes('%') ? decodeURIComponent(fragment) : fragment;
  } catch {
    return undefined;
  }
}

import { isPlainObject, pointerTo } from '@helve/core';
import {
  bindingKinds,
  type BindingKind,
  type ErrorPolicy,
  type FlowDefinition,
  type Step,
} from '../contract/flow-document.js';
import { DiagnosticList } from './diagnostic-list.js';
import { flowKeys, legacyKeys, bindingKeys } from './flow-keys.js';
import type { ParsedFlow } from './outline.js';
import type { Positions } from './position.js';
import { readErrorPolicy } from './read-error-policy.js';
import { StepReader } from './read-steps.js';

/** Facts about a flow document besides its value. */
export interface ReadFlowOptions {
  readonly file?: string;
  readonly positions?: Positions;
}

interface Header {
  readonly name?: string;
  readonly description?: string;
  readonly io: { readonly source?: BindingKind; readonly sink?: BindingKind };
}

/** Reads a flow document that is a value already, enveloped or bare; every broken rule is listed. */
export function readFlow(value: unknown, { file, positions = new Map() }: ReadFlowOptions = {}): ParsedFlow {
  const list = new DiagnosticList(file, positions);
  const read = new FlowReader(list).read(value);
  const name = read.header.name ?? flowNameFromFile(file);
  const { onError } = read;
  const definition: FlowDefinition = {
    name,
    ...(read.header.description === undefined ? {} : { description: read.header.description }),
    ...(Object.keys(read.header.io).length === 0 ? {} : { io: read.header.io }),
    spec: { ...(onError === undefined ? {} : { onError }), steps: read.steps as readonly Step[] },
  };
  return {
    ...(file === undefined ? {} : { file }),
    name,
    io: read.header.io,
    ...(onError === undefined ? {} : { onError }),
    ...(list.hasErrors ? {} : { definition }),
    outline: read.outline,
    diagnostics: list.found,
    positions,
  };
}

/** Reads a definition that a program holds, by the same rules. */
export function readDefinition(definition: FlowDefinition): ParsedFlow {
  const { name, description, io, spec } = definition;
  return readFlow({
    apiVersion: 'v1',
    kind: 'FlowDefinition',
    metadata: { name, ...(description === undefined ? {} : { description }), ...(io === undefined ? {} : { io }) },
    spec,
  });
}

function flowNameFromFile(file: string | undefined): string {
  return file?.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'flow';
}

interface FlowReading {
  readonly header: Header;
  readonly onError?: ErrorPolicy;
  readonly steps: readonly unknown[];
  readonly outline: ParsedFlow['outline'];
}

/** Reads the two forms of a document. */
class FlowReader {
  readonly #list: DiagnosticList;
  readonly #steps: StepReader;

  constructor(list: DiagnosticList) {
    this.#list = list;
    this.#steps = new StepReader(list);
  }

  read(value: unknown): FlowReading {
    if (!isPlainObject(value)) {
      this.#list.error('flow-syntax', '', 'A flow is an object with a list of steps', 'Begin with "steps:"');
      return { header: { io: {} }, steps: [], outline: [] };
    }
    return 'kind' in value || 'spec' in value || 'apiVersion' in value ? this.#enveloped(value) : this.#bare(value);
  }

  #enveloped(document: Record<string, unknown>): FlowReading {
    const { apiVersion, kind, metadata, spec } = document;
    this.#schemaPlace(document);
    this.#keys(document, '', flowKeys.envelope);
    if (kind !== 'FlowDefinition') {
      this.#list.error('flow-kind', '/kind', `The kind must be "FlowDefinition", not ${show(kind)}`);
    }
    if (apiVersion !== 'v1') {
      this.#list.error('flow-kind', '/apiVersion', `The version must be "v1", not ${show(apiVersion)}`);
    }
    const header = this.#object(metadata, '/metadata', flowKeys.metadata);
    const body = spec === undefined ? undefined : this.#object(spec, '/spec', flowKeys.spec);
    if (spec === undefined)
      this.#list.error('flow-syntax', '', 'There is no "spec"', 'Put the list of steps under spec.steps');
    return { header: this.#header(header ?? {}, '/metadata'), ...this.#body(body, '/spec') };
  }

  #bare(document: Record<string, unknown>): FlowReading {
    this.#keys(document, '', flowKeys.bare);
    this.#schemaPlace(document);
    return { header: this.#header(document, ''), ...this.#body(document, '') };
  }

  /** The place of the schema is for editors; it only has to be a text. */
  #schemaPlace({ $schema }: Record<string, unknown>): void {
    if ($schema !== undefined && typeof $schema !== 'string')
      this.#list.error('flow-syntax', '/$schema', 'The place of the schema must be a text');
  }

  #header(value: Record<string, unknown>, pointer: string): Header {
    const { name, description, io } = value;
    const usable = typeof name === 'string' && /[\p{L}\p{N}]/u.test(name);
    if (name !== undefined && !usable) {
      this.#list.error('flow-syntax', pointerTo(pointer, 'name'), 'The name must be a text with a letter or digit');
    }
    if (description !== undefined && typeof description !== 'string') {
      this.#list.error('flow-syntax', pointerTo(pointer, 'description'), 'The description must be a text');
    }
    return {
      ...(usable ? { name } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      io: this.#io(io, pointerTo(pointer, 'io')),
    };
  }

  #io(value: unknown, pointer: string): Header['io'] {
    const io: { source?: BindingKind; sink?: BindingKind } = {};
    if (value === undefined) return io;
    const declared = this.#object(value, pointer, flowKeys.io) ?? {};
    for (const side of flowKeys.io) {
      const kind = declared[side];
      if (kind === undefined) continue;
      if (isBindingKind(kind)) io[side] = kind;
      else this.#refuseLocation(pointerTo(pointer, side), kind);
    }
    return io;
  }

  #refuseLocation(pointer: string, kind: unknown): void {
    const message = `Expected a kind of source or sink (${bindingKinds.join(', ')}), got ${show(kind)}`;
    this.#list.error(
      'flow-io-in-document',
      pointer,
      message,
      'Choose the actual source and sink when you run the flow',
    );
  }

  #body(value: Record<string, unknown> | undefined, pointer: string): Omit<FlowReading, 'header'> {
    if (value === undefined) return { steps: [], outline: [] };
    const { steps, onError } = value;
    const policy =
      onError === undefined ? undefined : readErrorPolicy(onError, pointerTo(pointer, 'onError'), this.#list);
    const outline = this.#steps.readList(steps, pointerTo(pointer, 'steps'), '');
    return { ...(policy === undefined ? {} : { onError: policy }), steps: Array.isArray(steps) ? steps : [], outline };
  }

  #object(value: unknown, pointer: string, known: readonly string[]): Record<string, unknown> | undefined {
    if (value === undefined) return undefined;
    if (isPlainObject(value)) {
      this.#keys(value, pointer, known);
      return value;
    }
    this.#list.error('flow-syntax', pointer, `It must be an object, not ${show(value)}`);
    return undefined;
  }

  #keys(value: Record<string, unknown>, pointer: string, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      const hint = Object.hasOwn(legacyKeys, key) ? legacyKeys[key] : undefined;
      if (hint !== undefined)
        this.#list.error('flow-legacy', pointerTo(pointer, key), `"${key}" is no longer read`, hint);
      else if (bindingKeys.has(key)) this.#refuseLocation(pointerTo(pointer, key), value[key]);
      else this.#list.unknownKey(pointer, key, known);
    }
  }
}

function isBindingKind(kind: unknown): kind is BindingKind {
  return (bindingKinds as readonly unknown[]).includes(kind);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

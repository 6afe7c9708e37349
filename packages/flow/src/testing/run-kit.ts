import { setTimeout as wait } from 'node:timers/promises';
import { assertPlan, compileFlow } from '../check/compile-flow.js';
import type { CompileEnv } from '../check/compile-env.js';
import { createBlock } from '../content/block/block.js';
import { partLine } from '../content/part/part-stream.js';
import type { ErrorPolicy, Step } from '../contract/flow-document.js';
import type { Layer, Part } from '../contract/part.js';
import type { FlowPlan } from '../contract/plan.js';
import type { FlowTool } from '../contract/tool.js';
import type { FlowDocument, FlowOutput } from '../engine/io/flow-io.js';
import { FlowToolRegistry } from '../tool/flow-tool-registry.js';
import { flowTool, type FlowToolDefinition } from '../tool/flow-tool.js';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';

/** Definition of a small tool; the rest of its contract is filled in. */
export type SmallTool = Partial<Omit<ToolMeta, 'id'>> & { readonly id: string };

/** A contract for a tool of a test: an enricher that works on one locale. */
export function smallMeta(facts: SmallTool): ToolMeta {
  return {
    version: '1.0.0',
    category: 'enrich',
    displayName: facts.id,
    description: 'A tool of a test.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    ...facts,
  };
}

/** The schema of a tool that takes what its test wants it to take. */
export function smallSchema(meta: ToolMeta, properties: ComponentSchema['properties'] = {}): ComponentSchema {
  return {
    $id: meta.id,
    $version: meta.version,
    title: meta.displayName,
    description: meta.description,
    type: 'object',
    properties,
    additionalProperties: false,
    toolMeta: meta,
  };
}

type Handlers = Omit<FlowToolDefinition, 'meta' | 'schema'>;

/** A registry that tools are put into one by one. */
export class SmallTools {
  readonly registry = new FlowToolRegistry();

  /** Adds a tool of handlers. */
  add(facts: SmallTool, handlers: Handlers | (() => Handlers)): this {
    const meta = smallMeta(facts);
    const schema = smallSchema(meta);
    const made = () => (typeof handlers === 'function' ? handlers() : handlers);
    return this.addTool(facts, () => flowTool({ meta, schema, ...made() } as FlowToolDefinition));
  }

  /** Adds a tool of a class of its own. */
  addTool(facts: SmallTool, factory: () => FlowTool): this {
    this.registry.registerWithSchema(facts.id, factory, smallSchema(smallMeta(facts)));
    return this;
  }

  /** The plan of a flow with these steps. */
  plan(steps: readonly Step[], env: Partial<CompileEnv> = {}, onError?: ErrorPolicy): FlowPlan {
    const spec = { steps, ...(onError === undefined ? {} : { onError }) };
    return assertPlan(
      compileFlow({ name: 'Test', spec }, this.registry, { sourceLocale: 'en', source: { kind: 'file' }, ...env }),
    );
  }
}

/** Blocks with these texts, inside of a layer. */
export function partsOf(texts: readonly string[], document = 'doc'): Part[] {
  const layer: Layer = {
    id: document,
    name: document,
    locale: 'en',
    encoding: 'utf-8',
    mimeType: 'text/plain',
    lineBreak: 'lf',
    bom: false,
    multilingual: false,
    properties: {},
    overlays: [],
    annotations: {},
  };
  const blocks = texts.map((source, index): Part => {
    const block = createBlock({ id: `b${index + 1}`, name: `n${index + 1}`, type: 'text', sourceLocale: 'en', source });
    return { kind: 'block', block };
  });
  return [{ kind: 'layer-start', layer }, ...blocks, { kind: 'layer-end', id: document }];
}

/** Texts that differ. */
export function someTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Text number ${index + 1}`);
}

/** Keeps what it is given as lines; they count once they are committed. */
export class MemoryOutput implements FlowOutput {
  lines: string[] = [];
  state: 'open' | 'committed' | 'discarded' = 'open';

  async write(parts: AsyncIterable<Part>): Promise<{ bytes: number; blocks: number; changed: number }> {
    let blocks = 0;
    for await (const part of parts) {
      this.lines.push(partLine(part));
      if (part.kind === 'block') blocks += 1;
    }
    return { bytes: 0, blocks, changed: 0 };
  }

  async commit(): Promise<void> {
    this.state = 'committed';
  }

  async discard(): Promise<void> {
    this.state = 'discarded';
  }

  /** The whole of what was written. */
  get text(): string {
    return this.lines.join('');
  }

  /** The blocks as they were written. */
  get blocks(): Extract<Part, { kind: 'block' }>['block'][] {
    return this.lines
      .map((line) => JSON.parse(line) as Part)
      .flatMap((part) => (part.kind === 'block' ? [part.block] : []));
  }
}

/** A document of parts that are made anew whenever it is read. */
export function memoryDocument(
  id: string,
  parts: () => Iterable<Part>,
): FlowDocument & { readonly output: MemoryOutput } {
  const output = new MemoryOutput();
  return {
    id,
    output,
    outputs: [output],
    async *read() {
      yield* parts();
    },
  };
}

/** Waits a random time of up to so many milliseconds, now and then not at all. */
export async function waitAtRandom(maxMs: number, random: () => number = Math.random): Promise<void> {
  const ms = Math.floor(random() * (maxMs + 1));
  if (ms > 0) await wait(ms);
}

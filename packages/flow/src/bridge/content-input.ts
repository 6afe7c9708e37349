import type { Json, JsonObject, JsonSchemaObject } from '@helve/core';
import { createBlock } from '../content/block/block.js';
import { decodePart } from '../content/part/decode-part.js';
import { createTarget } from '../content/block/target.js';
import { textRun } from '../content/run/normalise-runs.js';
import type { Block, LocaleId } from '../contract/block.js';
import type { Layer, Part } from '../contract/part.js';
import { fileIo } from '../engine/io/file-io.js';
import type { FlowDocument } from '../engine/io/flow-io.js';
import { flowErrors } from '../flow-errors.js';
import type { ToolInvokeContext } from '@helve/core';
import type { FlowHost } from './flow-host.js';

/** The parameters that say what a tool works on. */
export const contentProperties = {
  text: { type: 'string', description: 'A text to work on.' },
  target: { type: 'string', description: 'The translation of the text, to work on a pair.' },
  blocks: {
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Blocks to work on, as helve.parts/v1 writes them.',
  },
  file: { type: 'string', description: 'The path of a file to read; it is not changed.' },
  sourceLocale: { type: 'string', description: 'The locale of the source; that of the project unless told.' },
  targetLocales: {
    type: 'array',
    items: { type: 'string' },
    description: 'The target locales; those of the project unless told.',
  },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** Content in the input of a call. */
export interface ContentInput {
  readonly text?: string;
  readonly target?: string;
  readonly blocks?: readonly Json[];
  readonly file?: string;
  readonly sourceLocale?: LocaleId;
  readonly targetLocales?: readonly LocaleId[];
}

/** The document that a call is about: exactly one of text, blocks and file. */
export async function documentOf(
  input: ContentInput,
  locales: { readonly source: LocaleId; readonly targets: readonly LocaleId[] },
  host: FlowHost,
  ctx: ToolInvokeContext,
): Promise<FlowDocument> {
  const given = (['text', 'blocks', 'file'] as const).filter((name) => input[name] !== undefined);
  if (given.length !== 1) throw refuse(`give exactly one of text, blocks and file, not ${given.length}`);
  if (input.target !== undefined && input.text === undefined) throw refuse('a target needs its text');
  if (input.file !== undefined) return fileDocument(input.file, locales.targets[0], host, ctx);
  const blocks = input.text === undefined ? decodeBlocks(input.blocks ?? []) : [pairOf(input, locales)];
  return blockDocument(blocks, locales.source);
}

function pairOf(
  { text = '', target }: ContentInput,
  { source, targets }: { readonly source: LocaleId; readonly targets: readonly LocaleId[] },
): Block {
  const [first] = targets;
  if (target !== undefined && first === undefined) throw refuse('a target needs a target locale');
  return createBlock({
    id: 'text',
    sourceLocale: source,
    source: text,
    ...(target === undefined || first === undefined
      ? {}
      : { targets: { [first]: createTarget([textRun(target)], { status: 'translated' }) } }),
  });
}

function decodeBlocks(blocks: readonly Json[]): Block[] {
  return blocks.map((block) => {
    const part = decodePart({ kind: 'block', block });
    if (part.kind !== 'block') throw refuse('a block is no block');
    return part.block;
  });
}

function blockDocument(blocks: readonly Block[], locale: LocaleId): FlowDocument {
  const parts: readonly Part[] = [
    { kind: 'layer-start', layer: layerOf(locale) },
    ...blocks.map((block) => ({ kind: 'block', block }) as const),
    { kind: 'layer-end', id: 'content' },
  ];
  return {
    id: 'content',
    async *read() {
      yield* parts;
    },
  };
}

async function fileDocument(
  file: string,
  targetLocale: LocaleId | undefined,
  host: FlowHost,
  ctx: ToolInvokeContext,
): Promise<FlowDocument> {
  const path = await host.fileFor(file, ctx);
  const { documents } = await fileIo({
    inputs: [{ id: file, path }],
    formats: host.formats,
    files: host.filesFor(ctx),
    ...(targetLocale === undefined ? {} : { targetLocale }),
  });
  const [document] = documents;
  if (document === undefined) throw refuse(`"${file}" holds nothing`);
  return document;
}

function layerOf(locale: LocaleId): Layer {
  return {
    id: 'content',
    name: 'content',
    locale,
    encoding: 'utf-8',
    mimeType: 'text/plain',
    lineBreak: 'lf',
    bom: false,
    multilingual: false,
    properties: {} satisfies JsonObject,
    overlays: [],
    annotations: {},
  };
}

function refuse(problem: string): Error {
  return flowErrors.create('FLOW_CONTENT', { problem });
}

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
  text: { type: 'string', description: 'Text to process.' },
  target: { type: 'string', description: 'Translation of the text, to process both as a pair.' },
  blocks: {
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Blocks to process, in the format helve.parts/v1.',
  },
  file: { type: 'string', description: 'Path of a file to read; the file is not changed.' },
  sourceLocale: { type: 'string', description: 'Source locale. Default: the one of the project.' },
  targetLocales: {
    type: 'array',
    items: { type: 'string' },
    description: 'Target locales. Default: those of the project.',
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
export async function toDocument(
  input: ContentInput,
  locales: { readonly source: LocaleId; readonly targets: readonly LocaleId[] },
  host: FlowHost,
  ctx: ToolInvokeContext,
): Promise<FlowDocument> {
  const present = (['text', 'blocks', 'file'] as const).filter((name) => input[name] !== undefined);
  if (present.length !== 1) throw refuse(`give exactly one of text, blocks and file, not ${present.length}`);
  if (input.target !== undefined && input.text === undefined) throw refuse('a target needs its text');
  if (input.file !== undefined) return fileDocument(input.file, locales.targets[0], host, ctx);
  const blocks = input.text === undefined ? decodeBlocks(input.blocks ?? []) : [toLocalePair(input, locales)];
  return blockDocument(blocks, locales.source);
}

function toLocalePair(
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
    if (part.kind !== 'block') throw refuse('an item of the list is not a block');
    return part.block;
  });
}

function blockDocument(blocks: readonly Block[], locale: LocaleId): FlowDocument {
  const parts: readonly Part[] = [
    { kind: 'layer-start', layer: createLayer(locale) },
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

function createLayer(locale: LocaleId): Layer {
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

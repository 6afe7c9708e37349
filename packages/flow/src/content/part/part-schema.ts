import type { JsonSchema, JsonSchemaObject } from '@helve/core';
import { originKinds, targetStatuses } from '../../contract/block.js';

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const texts: JsonSchema = { type: 'object', additionalProperties: text };
/** Runs are checked by `decodeRuns`, which knows more than a schema can say. */
const runs: JsonSchema = { type: 'array' };

type Fields = { readonly [name: string]: JsonSchema };

/** A closed object that must have the first fields and may have the second. */
function closed(must: Fields, may: Fields = {}): JsonSchemaObject {
  return { type: 'object', properties: { ...must, ...may }, required: Object.keys(must), additionalProperties: false };
}

const payload: JsonSchema = { type: 'object', properties: { type: text }, required: ['type'] };
const payloads: JsonSchema = { type: 'object', additionalProperties: payload };

const range = closed(
  { startRun: count, startOffset: count, endRun: count, endOffset: count },
  { path: { type: 'array', items: closed({ run: count, form: text }) } },
);
const span = closed({ id: text, props: texts }, { range, value: payload });
const overlay = closed(
  { type: text, variant: { type: ['string', 'null'] }, layer: text, spans: { type: 'array', items: span } },
  { value: payload },
);
const overlays: JsonSchema = { type: 'array', items: overlay };

const origin = closed(
  { kind: { enum: originKinds } },
  {
    engine: text,
    tool: text,
    toolVersion: text,
    reference: text,
    timestamp: text,
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
);
const target = closed({ runs, status: { enum: targetStatuses } }, { origin, score: { type: 'number' } });

const block = closed(
  {
    id: { type: 'string', minLength: 1 },
    name: text,
    type: text,
    translatable: flag,
    sourceLocale: text,
    source: runs,
    targets: { type: 'object', additionalProperties: target },
    overlays,
    annotations: payloads,
    properties: texts,
    identity: closed({}, { contentHash: text, structureHash: text, contextHash: text }),
    preserveWhitespace: flag,
    referent: flag,
  },
  {
    mimeType: text,
    displayHint: closed(
      {},
      {
        preview: text,
        context: text,
        maxLength: count,
        unit: { enum: ['chars', 'graphemes', 'utf16', 'utf8'] },
        contentType: text,
      },
    ),
    skeleton: closed({ format: text, entry: count }),
    contentRef: text,
  },
);

const layer: JsonSchemaObject = {
  ...closed(
    {
      id: text,
      name: text,
      locale: text,
      encoding: text,
      mimeType: text,
      lineBreak: { enum: ['lf', 'crlf', 'cr', 'mixed'] },
      bom: flag,
      multilingual: flag,
      properties: texts,
      overlays,
      annotations: payloads,
    },
    { format: text, parentId: text },
  ),
  dependentRequired: { parentId: ['format'] },
};

const part = (kind: string, fields: Fields) => closed({ kind: { const: kind }, ...fields });

/** The form of each kind of part on a line of `helve.parts/v1`. */
export const partSchemas: { readonly [kind: string]: JsonSchemaObject } = Object.freeze({
  'layer-start': part('layer-start', { layer }),
  'layer-end': part('layer-end', { id: text }),
  'group-start': part('group-start', { group: closed({ id: text, name: text, type: text, properties: texts }) }),
  'group-end': part('group-end', { id: text }),
  block: part('block', { block }),
  data: part('data', {
    data: closed({ id: text, name: text, properties: texts, referent: flag }, { skeleton: text }),
  }),
  media: part('media', {
    media: closed(
      { id: text, mimeType: text, size: count, properties: texts },
      { blobKey: text, uri: text, data: text, filename: text, altText: text },
    ),
  }),
  'raw-document': part('raw-document', {
    document: closed(
      { uri: text, sourceLocale: text },
      { encoding: text, targetLocale: text, mimeType: text, formatId: text },
    ),
  }),
  custom: part('custom', { type: text, value: payload }),
});

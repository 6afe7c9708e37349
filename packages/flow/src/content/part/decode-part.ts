import { compileJsonSchema, isPlainObject, type CompiledSchema } from '@helve/core';
import type { Block } from '../../contract/block.js';
import type { Overlay } from '../../contract/overlay.js';
import type { ByteSource, Part, RawDocument } from '../../contract/part.js';
import type { Payload } from '../../contract/payload.js';
import { flowErrors } from '../../flow-errors.js';
import { createBlock } from '../block/block.js';
import { decodeRuns } from '../run/check-runs.js';
import { partSchemas } from './part-schema.js';
import { checkPayload } from '../payload/payload.js';

export interface DecodeOptions {
  /** Finds the bytes of a document again; without it they cannot be read. */
  readonly open?: (document: Omit<RawDocument, 'open'>) => ByteSource;
}

const compiled = new Map<string, CompiledSchema>();

/** A part from outside: refused unless its kind is known and its fields, runs and payloads have the right form. */
export function decodePart(value: unknown, options: DecodeOptions = {}): Part {
  const part = checkForm(value);
  switch (part.kind) {
    case 'block':
      return { kind: 'block', block: decodeBlock(part.block) };
    case 'layer-start':
      checkMarks(part.layer.overlays, part.layer.annotations);
      return part;
    case 'custom':
      assertPayload(part.value);
      return part;
    case 'raw-document':
      return { kind: 'raw-document', document: { ...part.document, open: () => openAgain(part.document, options) } };
    case 'layer-end':
    case 'group-start':
    case 'group-end':
    case 'data':
    case 'media':
      return part;
    default:
      return part satisfies never;
  }
}

function checkForm(value: unknown): Part {
  const kind = isPlainObject(value) ? value['kind'] : undefined;
  const schema = typeof kind === 'string' && Object.hasOwn(partSchemas, kind) ? partSchemas[kind] : undefined;
  if (typeof kind !== 'string' || schema === undefined) throw refuse(`the kind of part "${String(kind)}" is not known`);
  let check = compiled.get(kind);
  if (check === undefined) compiled.set(kind, (check = compileJsonSchema(schema)));
  const result = check.check(value);
  if (result.ok) return value as Part;
  const [issue] = result.issues;
  throw refuse(`a part "${kind}" is wrong at "${issue?.pointer ?? ''}": ${issue?.message ?? ''}`);
}

/** Hashes are never taken over: whoever needs one computes it from the content at hand. */
function decodeBlock(block: Block): Block {
  checkMarks(block.overlays, block.annotations);
  const targets = Object.entries(block.targets).map(
    ([variant, target]) => [variant, { ...target, runs: decodeRuns(target.runs) }] as const,
  );
  return createBlock({
    ...block,
    source: decodeRuns(block.source),
    targets: Object.fromEntries(targets),
    identity: {},
  });
}

function checkMarks(overlays: readonly Overlay[], annotations: Readonly<Record<string, Payload>>): void {
  for (const payload of Object.values(annotations)) assertPayload(payload);
  for (const { value, spans } of overlays) {
    assertPayload(value);
    for (const span of spans) assertPayload(span.value);
  }
}

function assertPayload(payload: Payload | undefined): void {
  const [problem] = payload === undefined ? [] : checkPayload(payload);
  if (problem !== undefined) throw refuse(problem);
}

function openAgain(document: Omit<RawDocument, 'open'>, { open }: DecodeOptions): ByteSource {
  if (open === undefined) throw refuse(`the bytes of "${document.uri}" did not travel with its part`);
  return open(document);
}

function refuse(problem: string): Error {
  return flowErrors.create('FLOW_CONTENT', { problem });
}

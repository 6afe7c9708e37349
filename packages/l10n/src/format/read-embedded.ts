import type { Block, Part } from '@helve/flow';
import {
  bytesSource,
  type ReadContext,
  type SkeletonEmbedded,
  type SkeletonEntry,
  type SkeletonValue,
} from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { limitError } from './format-error.js';
import type { SubfilterRule } from './format-option.js';
import { keyMatcher } from './key-matcher.js';
import { skeletonEntries } from './skeleton.js';

const maxNesting = 8;

/** Returns the subfilter of a key. */
export type SubfilterOf = (key: string) => SubfilterRule | undefined;

/** Compiles the subfilters of a format; returns undefined when there are none, which is the common case. */
export function compileSubfilters(rules: readonly SubfilterRule[]): SubfilterOf | undefined {
  if (rules.length === 0) return undefined;
  const compiled = rules.map((rule) => ({ rule, matches: keyMatcher([rule.match]) }));
  return (key) => compiled.find(({ matches }) => matches(key))?.rule;
}

/** A value that is a document of its own. */
export interface EmbeddedValue {
  readonly id: string;
  readonly parentId: string;
  readonly text: string;
  readonly rule: SubfilterRule;
  readonly offset: number;
  readonly length: number;
  readonly form?: SkeletonEmbedded['form'];
}

/** Reads a value with another format: its parts as a layer of their own, and the entry that writes it back. */
export async function readEmbedded(
  value: EmbeddedValue,
  ctx: ReadContext,
): Promise<{ readonly parts: readonly Part[]; readonly entry: SkeletonEmbedded }> {
  const { rule, text, id } = value;
  const depth = (ctx.depth ?? 0) + 1;
  const format = ctx.formats?.byId(rule.format);
  if (!format) throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: `${ctx.document} at ${id} (${rule.format})` });
  if (depth > maxNesting) throw limitError(ctx.document, 'the nesting depth of documents', maxNesting);
  const source = bytesSource(Buffer.from(text));
  const skeleton = format.createSkeleton(source);
  const options = rule.options ?? {};
  const inner = { ...ctx, skeleton, depth, parentId: value.parentId };
  const parts: Part[] = [];
  for await (const part of format.read(source, options, inner)) parts.push(partWithin(id, part, parts.length === 0));
  const entries = skeletonEntries(skeleton).map((entry) => entryWithin(id, entry));
  return {
    parts,
    entry: {
      kind: 'embedded',
      layerId: id,
      format: rule.format,
      options,
      offset: value.offset,
      length: value.length,
      text,
      lineBreak: skeleton.textForm?.lineBreak ?? 'lf',
      entries,
      ...(value.form === undefined ? {} : { form: value.form }),
    },
  };
}

/** Prefixes the ids of an inner document with the id of the value or member that holds it. */
export function partWithin(id: string, part: Part, root: boolean): Part {
  switch (part.kind) {
    case 'block':
      return { kind: 'block', block: blockWithin(id, part.block) };
    case 'layer-start': {
      const { layer } = part;
      const parentId = root ? layer.parentId : idWithin(id, layer.parentId ?? '');
      return {
        kind: 'layer-start',
        layer: { ...layer, id: idWithin(id, layer.id), ...(parentId === undefined ? {} : { parentId }) },
      };
    }
    case 'layer-end':
      return { kind: 'layer-end', id: idWithin(id, part.id) };
    case 'group-start':
      return { kind: 'group-start', group: { ...part.group, id: `${id}!${part.group.id}` } };
    case 'group-end':
      return { kind: 'group-end', id: `${id}!${part.id}` };
    case 'data':
      return { kind: 'data', data: { ...part.data, id: `${id}!${part.data.id}` } };
    case 'media':
      return { kind: 'media', media: { ...part.media, id: `${id}!${part.media.id}` } };
    case 'raw-document':
    case 'custom':
      return part;
  }
}

function blockWithin(id: string, block: Block): Block {
  return { ...block, id: `${id}!${block.id}` };
}

/** Copies an entry for another block; the facts of its format stay. */
function renamed(entry: SkeletonValue, blockId: string): SkeletonValue {
  const copy: SkeletonValue = Object.create(Object.getPrototypeOf(entry) as object);
  return Object.assign(copy, entry, { blockId });
}

/** Prefixes the ids of an entry of an inner document. */
export function entryWithin(id: string, entry: SkeletonEntry): SkeletonEntry {
  if (entry.kind === 'ref') return renamed(entry, `${id}!${entry.blockId}`);
  if (entry.kind !== 'embedded') return entry;
  return {
    ...entry,
    layerId: idWithin(id, entry.layerId),
    entries: entry.entries.map((inner) => entryWithin(id, inner)),
  };
}

/** Returns the id of an inner layer; the root layer of an inner document has the id of its value. */
function idWithin(id: string, layerId: string): string {
  return layerId === rootLayerId ? id : `${id}!${layerId}`;
}

/** Id of the layer that is the document itself. */
export const rootLayerId = 'root';

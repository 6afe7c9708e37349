import type { JsonObject } from '@helve/core';
import { applyConfig, type ConfigResult, type Part } from '@helve/flow';
import type {
  ByteSink,
  ByteSource,
  Format,
  FormatKind,
  InsertRequest,
  ReadContext,
  Skeleton,
  WriteContext,
  WriteReport,
} from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import type { EmptyDocument } from './generate/generate-document.js';
import { createSkeleton } from './skeleton.js';

/** Definition of a format by its author: options are validated and complete, skeletons are of the right format. */
export interface FormatDefinition<Options extends object> extends Omit<
  Format,
  'createSkeleton' | 'kindOf' | 'read' | 'write' | 'insert'
> {
  /** Kind of one file, of formats whose files differ; `kind` is that of new ones. */
  kindOf?(head: Uint8Array, options: Options): FormatKind;
  read(source: ByteSource, options: Options, ctx: ReadContext): AsyncIterable<Part>;
  write(request: {
    readonly parts: AsyncIterable<Part>;
    readonly sink: ByteSink;
    /** Defined unless the format is generative. */
    readonly skeleton: Skeleton | undefined;
    readonly options: Options;
    readonly ctx: WriteContext;
  }): Promise<WriteReport>;
  /**
   * The canonical document without entries: a format that inserts writes new documents by putting all entries into
   * it.
   */
  emptyDocument?(request: EmptyDocument<Options>): string | Promise<string>;
  /** Of formats with `caps.insert`. */
  insert?(request: InsertRequest<Options>): Promise<Uint8Array>;
}

/** Creates a format that validates its options, and checks the format of skeletons. */
export function defineFormat<Options extends object>(definition: FormatDefinition<Options>): Format {
  const { id, caps, options: schema, insert, kindOf, emptyDocument, ...facts } = definition;
  const readOptions = sharingDefaults((raw) => accepted(id, applyConfig<Options>(schema, raw)));
  return Object.freeze({
    ...facts,
    id,
    caps,
    options: schema,
    ...(insert && {
      insert: (request: InsertRequest) => insert({ ...request, options: readOptions(request.options) }),
    }),
    ...(kindOf && {
      kindOf: (head: Uint8Array, raw: JsonObject) => {
        const result = applyConfig<Options>(schema, raw);
        // Reading reports options that are wrong.
        return result.ok ? kindOf(head, result.config) : definition.kind;
      },
    }),
    createSkeleton: (source: ByteSource, writers?: number) => createSkeleton(id, source, writers),
    read: (source: ByteSource, raw: JsonObject, ctx: ReadContext) => definition.read(source, readOptions(raw), ctx),
    write: async (
      parts: AsyncIterable<Part>,
      sink: ByteSink,
      skeleton: Skeleton | undefined,
      raw: JsonObject,
      ctx: WriteContext,
    ) => {
      if (skeleton === undefined && !caps.generative) throw l10nErrors.create('L10N_NO_SKELETON', { format: id });
      if (skeleton !== undefined && skeleton.format !== id) {
        throw l10nErrors.create('L10N_SKELETON', { format: id, other: skeleton.format });
      }
      const options = readOptions(raw);
      if (skeleton === undefined && emptyDocument !== undefined && insert !== undefined) {
        const { generateDocument } = await import('./generate/generate-document.js');
        const format = { ...definition, createSkeleton: (source: ByteSource) => createSkeleton(id, source) };
        return generateDocument(format, { parts, sink, options, ctx, empty: emptyDocument, insert });
      }
      return definition.write({ parts, sink, skeleton, options, ctx });
    },
  });
}

/** Reads raw options; nearly all files have none, and those share their defaults. */
function sharingDefaults<Options>(read: (raw: JsonObject) => Options): (raw: JsonObject) => Options {
  let defaults: { readonly options: Options } | undefined;
  return (raw) => {
    for (const _ in raw) return read(raw);
    return (defaults ??= { options: read({}) }).options;
  };
}

/** Returns the config, or throws one error with all of its problems. */
function accepted<Options extends object>(format: string, result: ConfigResult<Options>): Options {
  if (result.ok) return result.config;
  const problem = result.errors
    .map(({ pointer, message, suggestion }) => [pointer, message, suggestion].filter(Boolean).join(' '))
    .join('; ');
  throw l10nErrors.create('L10N_OPTIONS', { format, problem });
}

import {
  globPattern,
  type Format,
  type FormatDetection,
  type FormatQuery,
  type FormatResolver,
  type InsertRequest,
} from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { createDetector } from './detect/create-detector.js';
import { hasPreset, noPreset, presetOptions, withOptions } from './preset.js';

/** One line of a project's format map: the files of a glob have this format, with these named options. */
export interface FormatMapping {
  readonly glob: string;
  readonly format: string;
  readonly preset?: string;
}

/**
 * Creates the resolver of the known formats. Each is bound to all of them, so that a value of one may be a document of
 * another.
 */
export function createFormats(formats: readonly Format[], map: readonly FormatMapping[] = []): FormatResolver {
  const byId = new Map<string, Format>();
  let detector: ReturnType<typeof createDetector> | undefined;
  const resolver: FormatResolver = {
    byId: (id) => byId.get(id),
    list: () => [...byId.values()],
    detect: (query) => withKind(withPreset((detector ??= createDetector([...byId.values()], mappings))(query)), query),
  };
  for (const format of formats) {
    if (byId.has(format.id))
      throw new TypeError(`Cannot register the format "${format.id}": a format with this id exists`);
    byId.set(format.id, bind(format, resolver));
  }
  const mappings = map.map((row) => ({
    ...row,
    pattern: globPattern(row.glob),
    found: known(byId, row),
  }));
  return Object.freeze(resolver);
}

function known(byId: ReadonlyMap<string, Format>, { format: id, preset }: FormatMapping): Format {
  const format = byId.get(id);
  if (!format) throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: id });
  if (preset === undefined || hasPreset(format, preset)) return format;
  throw l10nErrors.create('L10N_FORMAT_UNREADABLE', { file: `${id}:${preset}`, problem: noPreset(format, preset) });
}

/** Puts the options of a detected preset under those that the format is called with. */
function withPreset(found: FormatDetection): FormatDetection {
  if (found.format === undefined || found.preset === undefined) return found;
  return { ...found, format: withOptions(found.format, presetOptions(found.format, found.preset)) };
}

/** Gives a detected format the kind of the file. */
function withKind(found: FormatDetection, { head }: FormatQuery): FormatDetection {
  if (found.format?.kindOf === undefined) return found;
  return { ...found, format: Object.freeze({ ...found.format, kind: found.format.kindOf(head, {}) }) };
}

function bind(format: Format, formats: FormatResolver): Format {
  const { insert } = format;
  return Object.freeze<Format>({
    ...format,
    read: (source, options, ctx) => format.read(source, options, { formats, ...ctx }),
    write: (parts, sink, skeleton, options, ctx) => format.write(parts, sink, skeleton, options, { formats, ...ctx }),
    ...(insert && {
      insert: (request: InsertRequest) => insert({ ...request, ctx: { formats, ...request.ctx } }),
    }),
  });
}

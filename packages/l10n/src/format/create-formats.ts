import { globPattern, type Format, type FormatResolver } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { detectFormat } from './detect/detect-format.js';

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
  const resolver: FormatResolver = {
    byId: (id) => byId.get(id),
    list: () => [...byId.values()],
    detect: (query) => detectFormat(query, [...byId.values()], mappings),
  };
  for (const format of formats) {
    if (byId.has(format.id))
      throw new TypeError(`Cannot register the format "${format.id}": a format with this id exists`);
    byId.set(format.id, bind(format, resolver));
  }
  const mappings = map.map((row) => ({
    ...row,
    pattern: globPattern(row.glob),
    found: known(byId, row.format),
  }));
  return Object.freeze(resolver);
}

function known(byId: ReadonlyMap<string, Format>, id: string): Format {
  const format = byId.get(id);
  if (!format) throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: id });
  return format;
}

function bind(format: Format, formats: FormatResolver): Format {
  return Object.freeze<Format>({
    ...format,
    read: (source, options, ctx) => format.read(source, options, { formats, ...ctx }),
    write: (parts, sink, skeleton, options, ctx) => format.write(parts, sink, skeleton, options, { formats, ...ctx }),
  });
}

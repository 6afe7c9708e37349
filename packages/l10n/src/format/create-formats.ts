import type { Pattern } from '@helve/core';
import { globPattern, type Format, type FormatResolver } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';

/** One line of a project's format map: the files of a glob have this format, with these named options. */
export interface FormatMapping {
  readonly glob: string;
  readonly format: string;
  readonly preset?: string;
}

type Input = Parameters<FormatResolver['detect']>[0];
type Detected = NonNullable<ReturnType<FormatResolver['detect']>>;

const sniffBytes = 64 * 1024;

/**
 * Creates the resolver of the known formats. Each is bound to all of them, so that a value of one may be a document of
 * another.
 */
export function createFormats(formats: readonly Format[], map: readonly FormatMapping[] = []): FormatResolver {
  const byId = new Map<string, Format>();
  const resolver: FormatResolver = {
    byId: (id) => byId.get(id),
    list: () => [...byId.values()],
    detect: (input) => detect(input, [...byId.values()], mappings),
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

type Mapping = FormatMapping & { readonly pattern: Pattern; readonly found: Format };

/**
 * Detects the format; the first rule that applies decides: the option, the project's map, the MIME type, the extension,
 * magic bytes, sniffing.
 */
function detect(input: Input, formats: readonly Format[], map: readonly Mapping[]): Detected | undefined {
  if (input.formatId !== undefined) return byOption(input.formatId, formats);
  const head = input.head.subarray(0, sniffBytes);
  return (
    byMap(input, map) ?? byMime(input, formats, head) ?? byExtension(input, formats, head) ?? byLook(formats, head)
  );
}

/** Parses a format option: `po:bilingual` is the format `po` with the options named `bilingual`. */
function byOption(named: string, formats: readonly Format[]): Detected | undefined {
  const [id, preset] = named.split(':');
  const format = formats.find((one) => one.id === id);
  return format && { format, rule: 'option', confidence: 1, ...(preset === undefined ? {} : { preset }) };
}

function byMap({ path }: Input, map: readonly Mapping[]): Detected | undefined {
  const row = path === undefined ? undefined : map.find(({ pattern }) => pattern.test(path.replaceAll('\\', '/')));
  if (!row) return undefined;
  return { format: row.found, rule: 'map', confidence: 1, ...(row.preset === undefined ? {} : { preset: row.preset }) };
}

function byMime({ mimeType }: Input, formats: readonly Format[], head: Uint8Array): Detected | undefined {
  const bare = mimeType?.split(';')[0]?.trim().toLowerCase();
  return settle(
    formats.filter(({ mimeTypes }) => bare !== undefined && mimeTypes.includes(bare)),
    'mime',
    0.95,
    head,
  );
}

function byExtension({ path }: Input, formats: readonly Format[], head: Uint8Array): Detected | undefined {
  const name = path?.toLowerCase();
  return settle(
    formats.filter(({ extensions }) => name !== undefined && extensions.some((extension) => name.endsWith(extension))),
    'extension',
    0.9,
    head,
  );
}

/** Chooses among candidates: a single one directly, several by sniffing the bytes. */
function settle(
  candidates: readonly Format[],
  rule: string,
  confidence: number,
  head: Uint8Array,
): Detected | undefined {
  const [first] = candidates;
  if (!first || candidates.length === 1) return first && { format: first, rule, confidence };
  const best = bestLook(candidates, head);
  return best ? { ...best, rule: `${rule}+sniff` } : { format: first, rule, confidence: 0.5 };
}

function byLook(formats: readonly Format[], head: Uint8Array): Detected | undefined {
  const marked = formats.find(({ magic = [] }) => magic.some((bytes) => bytes.every((byte, at) => head[at] === byte)));
  if (marked) return { format: marked, rule: 'magic', confidence: 0.9 };
  const best = bestLook(formats, head);
  return best && { ...best, rule: 'sniff' };
}

function bestLook(formats: readonly Format[], head: Uint8Array): Omit<Detected, 'rule'> | undefined {
  const looks = formats.map((format) => ({ format, confidence: format.sniff?.(head) ?? 0 }));
  const best = looks.reduce<(typeof looks)[number] | undefined>(
    (left, right) => (left && left.confidence >= right.confidence ? left : right),
    undefined,
  );
  return best && best.confidence > 0 ? best : undefined;
}

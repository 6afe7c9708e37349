import type { Pattern } from '@helve/core';
import type {
  DetectedFormat,
  Format,
  FormatCandidate,
  FormatDetection,
  FormatQuery,
  UndetectedFormat,
} from '@helve/flow/content';
import { hasPreset, noPreset } from '../preset.js';
import { createFileEvidence, type FileEvidence } from './file-evidence.js';
import type { FormatSign, FileKind } from './file-kind.js';
import { fileKinds } from './file-kinds.js';

/** One line of a project's format map, compiled. */
export interface CompiledMapping {
  readonly pattern: Pattern;
  readonly found: Format;
  readonly preset?: string;
}

/** A kind of file, with or without a reader. */
interface Kind {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly signature: boolean;
  readonly format?: Format;
  readonly preset?: string;
  readonly hint?: string | undefined;
  look(file: FileEvidence): FormatSign | undefined;
}

interface Candidate {
  readonly kind: Kind;
  readonly confidence: number;
  /** Confidence in the shape of the file, where several kinds have it. */
  readonly shape?: number;
  readonly reason?: string;
}

const sniffBytes = 64 * 1024;
/** Below it, a person must name the format. */
const minConfidence = 0.5;
/** Confidence of weak signs in a kind that the name of the file suggests as well. */
const namedConfidence = 0.6;
/** Confidence of a signature that outweighs the name of a file. */
const sureSignature = 0.75;
/** Extensions that say how a file is written, but not what it is: every kind is considered by its contents. */
const genericExtensions = ['.json', '.xml'];

/**
 * Creates the detector of formats. The first rule that applies decides: the option, the project's map, the MIME type, a
 * signature, the extension, the contents.
 */
export function createDetector(
  formats: readonly Format[],
  map: readonly CompiledMapping[],
): (query: FormatQuery) => FormatDetection {
  const kinds = toKinds(formats);
  return (query) => {
    if (query.formatId !== undefined) return byOption(query.formatId, formats);
    const file = createFileEvidence(query.head.subarray(0, sniffBytes), query.path);
    return (
      byMap(query, map) ??
      byMime(query, kinds, file) ??
      bySignature(query, kinds, file) ??
      byExtension(query, kinds, file) ??
      byContents(kinds, file)
    );
  };
}

/** Lists all kinds of file: those with a reader first, then presets, then those that no reader has the id of. */
function toKinds(formats: readonly Format[]): readonly Kind[] {
  const read = formats.map(fromFormat);
  const presets = formats.flatMap(fromPresets);
  const ids = new Set([...read, ...presets].map(({ id }) => id));
  return [...read, ...presets, ...fileKinds.filter(({ id }) => !ids.has(id)).map(fromSigns)];
}

function fromFormat(format: Format): Kind {
  const { id, title, magic = [] } = format;
  const signs = fileKinds.find((kind) => kind.id === id);
  const extensions = [...new Set([...format.extensions, ...(signs?.extensions ?? [])])];
  const look = (file: FileEvidence): FormatSign | undefined => {
    if (magic.some((bytes) => bytes.every((byte, at) => file.head[at] === byte))) {
      return { confidence: 0.9, reason: `it begins like ${title}` };
    }
    const seen = signs?.look?.(file);
    const confidence = format.sniff?.(file.head) ?? 0;
    if (confidence <= (seen?.confidence ?? 0)) return seen;
    return { confidence, reason: `its contents look like ${title}` };
  };
  return { id, title, extensions, signature: magic.length > 0 || signs?.signature === true, format, look };
}

/** Lists the presets of a format that files are recognized by. */
function fromPresets(format: Format): readonly Kind[] {
  return (format.presets ?? []).flatMap(({ id: preset }) => {
    const signs = fileKinds.find((kind) => kind.id === `${format.id}:${preset}`);
    return signs === undefined ? [] : [{ ...fromSigns(signs), format, preset }];
  });
}

function fromSigns({ id, title, extensions, signature, hint, look }: FileKind): Kind {
  return { id, title, extensions, signature: signature === true, hint, look: (file) => look?.(file) };
}

/** Parses a format option: `po:bilingual` is the format `po` with the options named `bilingual`. */
function byOption(named: string, formats: readonly Format[]): FormatDetection {
  const [id = '', preset] = named.split(':');
  const format = formats.find((one) => one.id === id);
  const base = { rule: 'option', confidence: 1, reasons: [`the option names "${named}"`], others: [] };
  if (format && (preset === undefined || hasPreset(format, preset)))
    return { ...base, format, ...(preset === undefined ? {} : { preset }) };
  const known = fileKinds.find((one) => one.id === named || one.id === id);
  if (known) return { ...base, known: { id: known.id, title: known.title }, problem: unreadable(known) };
  if (format) return { ...base, known: { id, title: format.title }, problem: noPreset(format, preset ?? '') };
  return { ...base, confidence: 0, problem: `there is no format "${id}"` };
}

function byMap({ path }: FormatQuery, map: readonly CompiledMapping[]): DetectedFormat | undefined {
  const row = path === undefined ? undefined : map.find(({ pattern }) => pattern.test(path.replaceAll('\\', '/')));
  if (!row) return undefined;
  return {
    format: row.found,
    rule: 'map',
    confidence: 1,
    reasons: ['the format map of the project names it'],
    others: [],
    ...(row.preset === undefined ? {} : { preset: row.preset }),
  };
}

function byMime({ mimeType }: FormatQuery, kinds: readonly Kind[], file: FileEvidence): FormatDetection | undefined {
  const bare = mimeType?.split(';')[0]?.trim().toLowerCase();
  const named = kinds.filter(({ format }) => bare !== undefined && format?.mimeTypes.includes(bare));
  return settle(named, named, { rule: 'mime', confidence: 0.95, reason: `its MIME type is "${bare}"` }, file);
}

/** Recognizes binary files by their first bytes, whatever they are called. */
function bySignature({ path }: FormatQuery, kinds: readonly Kind[], file: FileEvidence): FormatDetection | undefined {
  const marked = kinds.filter(({ signature }) => signature);
  const seen = looks(marked, file);
  const [best] = seen;
  if (best === undefined) return undefined;
  const named = marked.some(({ extensions }) =>
    extensions.some((extension) => path?.toLowerCase().endsWith(extension)),
  );
  return named && best.confidence < sureSignature ? undefined : answer(best, 'magic', [], seen);
}

function byExtension({ path }: FormatQuery, kinds: readonly Kind[], file: FileEvidence): FormatDetection | undefined {
  const name = path?.toLowerCase() ?? '';
  const longest = kinds
    .flatMap(({ extensions }) => extensions.filter((extension) => name.endsWith(extension)))
    .reduce((left, right) => (right.length > left.length ? right : left), '');
  const named = kinds.filter(({ extensions }) => longest !== '' && extensions.includes(longest));
  const asked = genericExtensions.includes(longest) ? kinds : named;
  return settle(named, asked, { rule: 'extension', confidence: 0.9, reason: `its name ends with "${longest}"` }, file);
}

/** Chooses among the kinds that a fact names: a single one directly, several by their contents. */
function settle(
  named: readonly Kind[],
  asked: readonly Kind[],
  fact: { readonly rule: string; readonly confidence: number; readonly reason: string },
  file: FileEvidence,
): FormatDetection | undefined {
  const [first] = named;
  if (first === undefined) return undefined;
  if (asked.length === 1) return answer({ kind: first, confidence: fact.confidence }, fact.rule, [fact.reason], []);
  const seen = looks(asked, file);
  const [best] = seen;
  if (best !== undefined) {
    const confidence = named.includes(best.kind) ? Math.max(best.confidence, namedConfidence) : best.confidence;
    return answer({ ...best, confidence }, `${fact.rule}+sniff`, [fact.reason], seen);
  }
  const plain = named.find(({ id, extensions }) => extensions[0] === `.${id}`) ?? first;
  return answer({ kind: plain, confidence: 0.5 }, fact.rule, [fact.reason], []);
}

function byContents(kinds: readonly Kind[], file: FileEvidence): FormatDetection {
  const seen = looks(kinds, file);
  const [best] = seen;
  if (best === undefined) {
    return { rule: 'none', confidence: 0, reasons: [], others: [], problem: 'its format is unknown' };
  }
  return answer(best, 'sniff', [], seen);
}

/** Lists the kinds whose signs a file shows, the likeliest first; of equals, the first of the table. */
function looks(kinds: readonly Kind[], file: FileEvidence): readonly Candidate[] {
  return kinds
    .flatMap((kind): Candidate[] => {
      const seen = kind.look(file);
      return seen === undefined ? [] : [{ kind, ...seen }];
    })
    .toSorted((left, right) => rank(right) - rank(left));
}

function rank({ confidence, shape = confidence }: Candidate): number {
  return shape;
}

function answer(
  { kind, confidence, reason }: Candidate,
  rule: string,
  facts: readonly string[],
  seen: readonly Candidate[],
): FormatDetection {
  const base = {
    rule,
    confidence,
    reasons: [...facts, ...(reason === undefined ? [] : [reason])],
    others: seen.filter((one) => one.kind.id !== kind.id).map(toCandidate),
  };
  if (confidence < minConfidence) return { ...base, ...unsure(kind, confidence, seen) };
  if (kind.format !== undefined)
    return { ...base, format: kind.format, ...(kind.preset === undefined ? {} : { preset: kind.preset }) };
  return { ...base, known: { id: kind.id, title: kind.title }, problem: unreadable(kind) };
}

function toCandidate({ kind: { id, title }, confidence }: Candidate): FormatCandidate {
  return { id, title, confidence };
}

function unsure(
  { id, title }: Kind,
  confidence: number,
  seen: readonly Candidate[],
): Pick<UndetectedFormat, 'known' | 'problem'> {
  const equals = seen.filter((one) => one.kind.id !== id && one.shape !== undefined && one.confidence === confidence);
  const kinds = [{ id, title }, ...equals.map(({ kind }) => kind)];
  const titles = kinds.map((kind) => kind.title).join(' or ');
  const flags = equals.length === 0 ? '--input-format' : kinds.map((kind) => `--input-format ${kind.id}`).join(' or ');
  const problem = `it may be ${titles}, but that is not certain (${confidence.toFixed(2)}); name its format with ${flags}`;
  return { known: { id, title }, problem };
}

function unreadable({ title, hint }: Pick<Kind, 'title' | 'hint'>): string {
  const problem = `it is ${title}, which Helve cannot read yet`;
  return hint === undefined ? problem : `${problem}; ${hint}`;
}

import type { LocaleId } from '@helve/flow';
import type { ByteSink } from '@helve/flow/content';
import type { TmxHeader, TmxRemark } from '../format/tmx/tmx-unit.js';
import type { SegLoss } from '../format/tmx/write-seg.js';
import type { TmEntry, TmFilter, TmSession, TmStorage } from '../memory/contract.js';
import { chooseLanguages, type LanguageChoice } from './language-choice.js';
import { ownHeader, tmxEnd, tmxStart, writeUnit } from './write-tmx.js';

/** Request of an export. */
export interface ExportRequest {
  readonly storage: Pick<TmStorage, 'entries' | 'sessions'>;
  readonly sink: ByteSink;
  readonly languages?: LanguageChoice;
  readonly filter?: TmFilter;
  /** The version of Helve. */
  readonly version: string;
  readonly now: () => string;
  readonly signal?: AbortSignal;
  readonly progress?: (entries: number) => void;
}

/** Result of an export. */
export interface ExportReport {
  readonly entries: number;
  /** Number of entries without the requested languages. */
  readonly skipped: number;
  /** Number of entries that the file does not hold completely, by reason. */
  readonly losses: { readonly [loss in SegLoss]?: number };
}

const chunkChars = 64 * 1024;

/** Writes a memory as TMX 1.4b, entry by entry. The header of a single earlier import is reused. */
export async function exportTmx(request: ExportRequest): Promise<ExportReport> {
  const { storage, sink, languages = {}, signal } = request;
  const losses: { [loss in SegLoss]?: number } = {};
  let [entries, skipped] = [0, 0];
  let text = tmxStart(await createHeader(request));
  for await (const entry of storage.entries(request.filter)) {
    signal?.throwIfAborted();
    const locales = chosenLocales(entry, languages);
    if (locales.size < 2) {
      skipped += 1;
      continue;
    }
    const unit = writeUnit(entry, locales);
    for (const loss of unit.losses) losses[loss] = (losses[loss] ?? 0) + 1;
    text += unit.xml;
    entries += 1;
    if (text.length < chunkChars) continue;
    await sink.write(Buffer.from(text));
    text = '';
    request.progress?.(entries);
  }
  await sink.write(Buffer.from(text + tmxEnd));
  return { entries, skipped, losses };
}

function chosenLocales({ variants }: TmEntry, choice: LanguageChoice): ReadonlySet<LocaleId> {
  const all = Object.keys(variants).map((locale) => ({ locale }));
  return new Set(chooseLanguages(all, choice).map(({ variant }) => variant.locale));
}

async function createHeader({ storage, languages, version, now }: ExportRequest): Promise<TmxHeader> {
  const [only, ...more] = (await storage.sessions()).filter(({ kind }) => kind === 'import');
  const known = only && more.length === 0 ? importedHeader(only) : undefined;
  return known ?? ownHeader(languages?.from, version, now());
}

function importedHeader({ header }: TmSession): TmxHeader | undefined {
  const { version, attributes, remarks } = header;
  if (typeof version !== 'string' || !isTexts(attributes) || !Array.isArray(remarks)) return undefined;
  return { version, attributes, remarks: remarks.filter(isRemark) };
}

function isRemark(value: unknown): value is TmxRemark {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('text' in value)) return false;
  const isKind = value.kind === 'prop' || value.kind === 'note';
  return isKind && typeof value.text === 'string' && 'attributes' in value && isTexts(value.attributes);
}

function isTexts(value: unknown): value is { readonly [name: string]: string } {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}

import {
  AnnoAltTranslation,
  AnnoNote,
  contentHash,
  newPayload,
  payloadOf,
  type Block,
  type LocaleId,
  type Note,
  type Runs,
} from '@helve/flow';
import { assembleTarget, containsForms, dataText, formsOf, unitAt, variantLocale } from '@helve/flow/content';
import { formedContent } from '../format/xliff2/generate/new-forms.js';
import { EXCHANGE_PROPERTY, NOTE_PROPERTY, REFERENCES_PROPERTY } from '../format/generate/exchange-mark.js';
import type { ExchangeFile, ExchangeUnit, ReadUnit } from './exchange-unit.js';
import type { ExchangeFormat } from './manifest.js';
import { markNotes } from './mark-notes.js';
import { markSource } from './source-mark.js';
import { isDigestKey, sentHash } from './unit-hash.js';
import { unitParts, withCodesForForms, type UnitPart } from './unit-part.js';
import { partId, toUnitRef, unitRefText } from './unit-ref.js';

/** Settings of the file that a unit is written to. */
export interface UnitSetting {
  readonly batch: string;
  readonly locale: LocaleId;
  readonly format: ExchangeFormat;
  /** Version of XLIFF 2. */
  readonly version?: string | undefined;
  /** Number of neighbours on each side whose names are told. */
  readonly context?: number | undefined;
  /** Note for translators. */
  readonly note?: string | undefined;
}

/** Properties that are told to translators; what steps and formats keep for themselves stays. */
const told = ['context', 'flags', 'previous', 'previousContext', 'previousPlural'] as const;

/**
 * Makes the blocks of a unit in an exchange file: one with the id of the unit, or one for each of its texts where the
 * format cannot hold its forms.
 */
export function exchangeBlocks(unit: ExchangeUnit, file: ExchangeFile, setting: UnitSetting): readonly Block[] {
  const block = exchangeBlock(unit, file, setting);
  const { format, version } = setting;
  if (holdsForms(block, setting.locale, format, version))
    return [format === 'xliff2' ? withFormsOf(block, setting.locale) : block];
  return unitParts(block.source, setting.locale).map((part) => partBlock(block, part, unit, setting));
}

function exchangeBlock(unit: ExchangeUnit, file: ExchangeFile, setting: UnitSetting): Block {
  const { id, block, sent, line } = unit;
  const { batch, locale, format, note } = setting;
  const target = block.targets[locale];
  const { source, marked } = markSource(block, format);
  const place = line === undefined ? file.path : `${file.path}:${line}`;
  const context = contextText(unit, file, setting.context ?? 0);
  const own = told.flatMap((name) => {
    const text = block.properties[name];
    return text === undefined ? [] : [[name, text] as const];
  });
  const properties = {
    ...Object.fromEntries(own),
    ...(context === undefined ? {} : { context }),
    [REFERENCES_PROPERTY]: block.properties[REFERENCES_PROPERTY] ?? place,
    [EXCHANGE_PROPERTY]: unitRefText(toUnitRef(batch, id, sent)),
    ...(note === undefined ? {} : { [NOTE_PROPERTY]: note }),
  };
  const { skeleton: _skeleton, contentRef: _contentRef, ...rest } = block;
  return {
    ...rest,
    id,
    name: shownName(unit) ?? id,
    source,
    targets: target === undefined ? {} : { [locale]: target },
    overlays: block.overlays.filter(({ variant }) => variant === null || variantLocale(variant) === locale),
    annotations: { ...proposals(block, locale), ...noteAnnotation(block, markNotes(block, locale, marked)) },
    properties,
    identity: {},
  };
}

/** True for a block that a file can hold as it is: without forms, or with forms of which the format has the like. */
function holdsForms(
  { source, targets }: Block,
  locale: LocaleId,
  format: ExchangeFormat,
  version: string | undefined,
): boolean {
  const target = targets[locale]?.runs ?? [];
  if (!containsForms(source) && !containsForms(target)) return true;
  if (format === 'csv' || format === 'xlsx') return true;
  if (!isPlain(source) || (target.length > 0 && !isPlain(target))) return false;
  if (format === 'xliff2') return version === undefined || version === '2.2';
  const [run] = source;
  return format === 'po' && run?.kind === 'plural' && formsOf(run).every(([key]) => key === 'one' || key === 'other');
}

/** True for a plural or select of texts alone, without text around it. */
function isPlain(runs: Runs): boolean {
  return runs.length === 1 && formedContent(runs) !== undefined;
}

/** Gives the source of a plural the forms that a new translation needs; one that is there has its own. */
function withFormsOf(block: Block, locale: LocaleId): Block {
  if (!containsForms(block.source) || block.targets[locale] !== undefined) return block;
  return { ...block, source: assembleTarget(block, locale, new Map()) };
}

/** Makes the block of one text of a unit. */
function partBlock(
  block: Block,
  { number, runs, unit: { path } }: UnitPart,
  { id }: ExchangeUnit,
  { batch, locale }: UnitSetting,
): Block {
  const target = block.targets[locale];
  const own = target && unitAt(target.runs, path);
  const targets = own && { [locale]: { ...target, runs: withCodesForForms(own) } };
  const label = path.map(({ form }) => form).join(' ');
  const whole = path.length === 0 ? [] : [{ text: `Form "${label}" of: ${dataText(withCodesForForms(block.source))}` }];
  const kept = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  const items = [...kept, ...whole];
  return {
    ...block,
    id: partId(id, number),
    name: path.length === 0 ? block.name : `${block.name}[${label}]`,
    source: runs,
    targets: targets ?? {},
    overlays: [],
    annotations: items.length === 0 ? {} : { [AnnoNote]: newPayload('note', { items }) },
    properties: {
      ...block.properties,
      [EXCHANGE_PROPERTY]: unitRefText(toUnitRef(batch, id, sentHash(runs), number)),
    },
  };
}

/** The name of a block; undefined where it is the text of the block and steps have changed that, as a redaction does. */
function shownName({ block, original: { key, content } }: ReadUnit): string | undefined {
  const isChanged = isDigestKey(key) && contentHash({ ...block, identity: {} }) !== content;
  return isChanged ? undefined : block.name;
}

/** Proposals for the language, such as matches of a memory. */
function proposals({ annotations }: Block, locale: LocaleId): Block['annotations'] {
  const all = payloadOf(annotations[AnnoAltTranslation], 'alt-translations')?.items ?? [];
  const items = all.filter((item) => item.locale === locale);
  return items.length === 0 ? {} : { [AnnoAltTranslation]: newPayload('alt-translations', { items }) };
}

function noteAnnotation({ annotations }: Block, added: readonly Note[]): Block['annotations'] {
  const own: readonly Note[] = payloadOf(annotations[AnnoNote], 'note')?.items ?? [];
  const items = [...own, ...added];
  return items.length === 0 ? {} : { [AnnoNote]: newPayload('note', { items }) };
}

/** Context of a block, with the names of its neighbours where they were asked for. */
function contextText({ block, index }: ExchangeUnit, { blocks }: ExchangeFile, count: number): string | undefined {
  const own = block.properties['context'] ?? block.displayHint?.context;
  const names = (from: number, to: number) =>
    blocks.slice(Math.max(0, from), to).flatMap((read) => shownName(read) || []);
  const [before, after] = [names(index - count, index), names(index + 1, index + 1 + count)];
  const around = [
    ...(before.length === 0 ? [] : [`after ${before.join(', ')}`]),
    ...(after.length === 0 ? [] : [`before ${after.join(', ')}`]),
  ];
  const all = [...(own === undefined ? [] : [own]), ...(around.length === 0 ? [] : [around.join('; ')])];
  return all.length === 0 ? undefined : all.join('\n');
}

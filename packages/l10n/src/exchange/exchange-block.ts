import {
  AnnoAltTranslation,
  AnnoNote,
  contentHash,
  newPayload,
  payloadOf,
  type Block,
  type LocaleId,
  type Note,
} from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { EXCHANGE_PROPERTY, NOTE_PROPERTY, REFERENCES_PROPERTY } from '../format/generate/exchange-mark.js';
import type { ExchangeFile, ExchangeUnit, ReadUnit } from './exchange-unit.js';
import { markNotes } from './mark-notes.js';
import { isDigestKey } from './unit-hash.js';
import { toUnitRef, unitRefText } from './unit-ref.js';

/** Settings of the file that a unit is written to. */
export interface UnitSetting {
  readonly batch: string;
  readonly locale: LocaleId;
  /** Number of neighbours on each side whose names are told. */
  readonly context?: number | undefined;
  /** Note for translators. */
  readonly note?: string | undefined;
}

/** Properties that are told to translators; what steps and formats keep for themselves stays. */
const told = ['context', 'flags', 'previous', 'previousContext', 'previousPlural'] as const;

/** Makes the block of a unit in an exchange file: its id is that of the unit, and it has one target. */
export function exchangeBlock(unit: ExchangeUnit, file: ExchangeFile, setting: UnitSetting): Block {
  const { id, block, sent, line } = unit;
  const { batch, locale, note } = setting;
  const target = block.targets[locale];
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
    targets: target === undefined ? {} : { [locale]: target },
    overlays: block.overlays.filter(({ variant }) => variant === null || variantLocale(variant) === locale),
    annotations: { ...proposals(block, locale), ...notes(block) },
    properties,
    identity: {},
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

function notes(block: Block): Block['annotations'] {
  const own: readonly Note[] = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  const items = [...own, ...markNotes(block)];
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

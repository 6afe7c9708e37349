import type { Block, LocaleId, Target, VariantText } from '../../contract/block.js';
import type { Overlay } from '../../contract/overlay.js';
import type { Runs } from '../../contract/run.js';
import { flowErrors } from '../../flow-errors.js';
import { assertBlockLimits } from './block-limit.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { runsText } from '../text/projection.js';
import { createTarget } from './target.js';

/** Fields of a new block; all but the id have defaults. */
export type BlockFields = Partial<Omit<Block, 'id' | 'source'>> & {
  readonly id: string;
  /** A text is content of one text run; absent is no content. */
  readonly source?: Runs | string;
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A block with every field: normal frozen content, and marks that are its own. Refuses what is above the limits. Fields
 * stand in one order, whatever the order in which they were given, so that equal blocks are equal bytes.
 */
export function createBlock(fields: BlockFields): Block {
  const { id, source = [] } = fields;
  if (id === '') throw flowErrors.create('FLOW_CONTENT', { problem: 'a block has an empty id' });
  const block: Mutable<Block> = {
    id,
    name: fields.name ?? '',
    type: fields.type ?? 'text',
    translatable: fields.translatable ?? true,
    sourceLocale: fields.sourceLocale ?? '',
    source: typeof source === 'string' ? Object.freeze([textRun(source)]) : normaliseRuns(source),
    targets: createTargets(fields.targets),
    overlays: fields.overlays ?? [],
    annotations: fields.annotations ?? {},
    properties: fields.properties ?? {},
    identity: fields.identity ?? {},
    preserveWhitespace: fields.preserveWhitespace ?? false,
    referent: fields.referent ?? false,
  };
  if (fields.mimeType !== undefined) block.mimeType = fields.mimeType;
  if (fields.displayHint !== undefined) block.displayHint = fields.displayHint;
  if (fields.skeleton !== undefined) block.skeleton = fields.skeleton;
  if (fields.contentRef !== undefined) block.contentRef = fields.contentRef;
  assertBlockLimits(block);
  return block;
}

function createTargets(targets: Record<VariantText, Target> = {}): Record<VariantText, Target> {
  const entries = Object.entries(targets);
  if (entries.length === 0) return {};
  return Object.fromEntries(entries.map(([variant, target]) => [variant, createTarget(target.runs, target)]));
}

/** A copy whose marks may be changed without touching the original; frozen content is shared. */
export function cloneBlock(block: Block): Block {
  return {
    ...block,
    targets: { ...block.targets },
    overlays: block.overlays.map(cloneOverlay),
    annotations: { ...block.annotations },
    properties: { ...block.properties },
    identity: { ...block.identity },
  };
}

/** A copy of an overlay with spans of its own. */
function cloneOverlay(overlay: Overlay): Overlay {
  return { ...overlay, spans: overlay.spans.map((span) => ({ ...span, props: { ...span.props } })) };
}

/** The text of the source. */
export function sourceText(block: Block): string {
  return runsText(block.source);
}

/** The text of a locale's base variant, empty when there is none. */
export function targetText(block: Block, locale: LocaleId): string {
  return runsText(targetRuns(block, locale) ?? []);
}

/** The text of one side by locale: the source in its own locale, else the target. */
export function sideText(block: Block, locale: LocaleId): string {
  return runsText(localeRuns(block, locale) ?? []);
}

/** True when the side of a locale exists and has content, be it an empty text. */
export function hasLocale(block: Block, locale: LocaleId): boolean {
  return (localeRuns(block, locale)?.length ?? 0) > 0;
}

/** The side that `text` and `hasLocale` read: `null` is the source, a text the base variant of a target. */
export function findSide(block: Block, locale: LocaleId): VariantText | null {
  return locale !== '' && locale === block.sourceLocale ? null : locale;
}

function localeRuns(block: Block, locale: LocaleId): Runs | undefined {
  return findSide(block, locale) === null ? block.source : targetRuns(block, locale);
}

function targetRuns(block: Block, locale: LocaleId): Runs | undefined {
  return Object.hasOwn(block.targets, locale) ? block.targets[locale]?.runs : undefined;
}

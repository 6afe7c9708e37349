import type { Block, ContentLoss, LocaleId, Target, TargetStatus } from '@helve/flow';
import { containsForms, dataText, variantLocale } from '@helve/flow/content';
import type { FormatCapacity, BlockFeature } from '../format/capacity/format-capacity.js';
import { countLosses } from '../exchange/count-losses.js';
import { convertCodes } from './convert-codes.js';
import { foldPlurals } from './fold-plurals.js';
import { noteFact } from './helve-note.js';
import type { KeyStyle } from './key-style.js';
import { LossCounts } from './loss-counts.js';
import { mapKeys } from './map-keys.js';
import { nameBlocks, sourceKey } from './name-blocks.js';
import type { PlaceholderDialectName } from './placeholder-name.js';
import type { PluralFold } from './plural-fold.js';

/** Choices of whoever converts. */
export interface ConversionChoices {
  readonly keys?: KeyStyle | undefined;
  readonly placeholders?: PlaceholderDialectName | undefined;
  readonly foldPlurals?: PluralFold | undefined;
  /** Statuses of the translations to convert; a unit without a translation counts as new. */
  readonly only?: readonly TargetStatus[] | undefined;
}

/** The file that blocks are converted for. */
export interface ConversionTarget {
  readonly format: string;
  readonly preset?: string | undefined;
  readonly kind: 'monolingual' | 'bilingual' | 'multilingual';
  readonly capacity: FormatCapacity;
  readonly byOptions?: ReadonlySet<BlockFeature> | undefined;
  /** True where the options of the file make plural forms entries of their own. */
  readonly hasFormEntries?: boolean | undefined;
  /** Format that the blocks were read from. */
  readonly from: string;
  readonly sourceLocale: LocaleId;
  /** Languages of its translations; for a file of one language, its own. */
  readonly locales: readonly LocaleId[];
  /** Name of the document in losses and errors. */
  readonly document: string;
}

/** Blocks as a new file has them, and everything that it cannot hold. */
export interface ConvertedBlocks {
  readonly blocks: readonly Block[];
  readonly losses: readonly ContentLoss[];
}

/**
 * Makes the blocks of a new file.
 *
 *     choose ─▶ codes ─▶ one language ─▶ plurals ─▶ keys
 */
export function convertBlocks(
  read: readonly Block[],
  target: ConversionTarget,
  choices: ConversionChoices,
): ConvertedBlocks {
  const losses = new LossCounts(target.document);
  const chosen = read.flatMap((block) => chooseBlock(block, target, choices.only));
  // A text that is a key is the source, whatever the language of the new file.
  const named = target.kind === 'bilingual' ? chosen : nameBlocks(chosen).map(withoutKeyContext);
  const selected = withSources(named, target, losses);
  const { capacity, byOptions, document } = target;
  const written = { capacity, targetLocale: target.locales[0], ...(byOptions && { byOptions }) };
  const features = countLosses([{ document, blocks: selected.flatMap((block) => ownSide(block, target)) }], written);
  const coded = selected.map((block) => convertCodes(block, target, choices.placeholders, losses));
  const own = oneLanguage(coded, target, losses);
  const folded = choices.foldPlurals === undefined ? { blocks: own, lost: 0 } : foldPlurals(own, choices.foldPlurals);
  losses.add('form-lost', 'plural', folded.lost);
  return { blocks: withKeys(folded.blocks, target, choices), losses: [...features, ...losses.all()] };
}

/** The block with the translations that are wanted; none where there is no such translation. */
function chooseBlock(block: Block, target: ConversionTarget, only: ConversionChoices['only']): readonly Block[] {
  if (block.type === 'header') return target.from === target.format ? [block] : [];
  const isWanted = ([variant, { status }]: readonly [string, Target]) =>
    target.locales.includes(variantLocale(variant)) && only?.includes(status) !== false;
  const targets = Object.fromEntries(Object.entries(block.targets).filter(isWanted));
  const isNew = only?.includes('new') === true && target.locales.some((locale) => block.targets[locale] === undefined);
  if (only !== undefined && Object.keys(targets).length === 0 && !isNew) return [];
  const { skeleton, ...rest } = block;
  return [{ ...rest, ...(skeleton?.format === target.format && { skeleton }), targets, identity: {} }];
}

/** Leaves out texts without a word where a source without one is the header of the file. */
function withSources(blocks: readonly Block[], { format }: ConversionTarget, losses: LossCounts): readonly Block[] {
  if (format !== 'po') return blocks;
  const kept = blocks.filter(
    ({ type, source }) => type === 'header' || dataText(source) !== '' || containsForms(source),
  );
  losses.add('block-skipped', 'empty', blocks.length - kept.length);
  return kept;
}

/** A context that is in the key of a block is not lost. */
function withoutKeyContext(block: Block): Block {
  const { context, ...properties } = block.properties;
  if (context === undefined || (context !== block.name && !block.name.startsWith(`${context}|`))) return block;
  return { ...block, properties };
}

/** The block as far as a file has it: a file of one language has nothing of a text that is not translated. */
function ownSide(
  block: Block,
  { kind, sourceLocale, locales: [locale = sourceLocale] }: ConversionTarget,
): readonly Block[] {
  if (kind !== 'monolingual' || locale === sourceLocale) return [block];
  const target = block.targets[locale];
  return target === undefined ? [] : [{ ...block, source: target.runs }];
}

/** Blocks of a file of one language: each text in that language, without those that are not translated. */
function oneLanguage(blocks: readonly Block[], target: ConversionTarget, losses: LossCounts): readonly Block[] {
  const [locale] = target.locales;
  if (target.kind !== 'monolingual' || locale === undefined || locale === target.sourceLocale)
    return target.kind === 'monolingual' ? blocks.map((block) => ({ ...block, targets: {} })) : blocks;
  return blocks.flatMap((block): readonly Block[] => {
    const own = block.targets[locale];
    if (own !== undefined) return [{ ...block, source: own.runs, sourceLocale: locale, targets: {} }];
    if (block.translatable) losses.add('unit-missing', 'translation');
    return [];
  });
}

/** Blocks with the names that the new file has for them. */
function withKeys(
  blocks: readonly Block[],
  target: ConversionTarget,
  { keys = 'keep' }: ConversionChoices,
): readonly Block[] {
  const { format, preset, document, kind } = target;
  const entries = blocks.filter(({ type }) => type !== 'header');
  const headers = blocks.filter(({ type }) => type === 'header');
  const named = kind === 'bilingual' ? entries.map(format === 'po' ? asMessage : withNumber) : entries;
  if (kind === 'bilingual' && keys === 'keep') return [...headers, ...named];
  return [...headers, ...mapKeys(named, { style: keys, format, preset, document })];
}

/** A unit without a name gets a number as its id, by which it is known to have none. */
function withNumber(block: Block): Block {
  return block.name === '' ? { ...block, id: '' } : block;
}

/** A message of a catalog: its context is its key, and a text that is its own key needs none. */
function asMessage(block: Block): Block {
  const { name, properties } = block;
  if (name === '') return block;
  const { context } = properties;
  if (name === sourceKey(block)) return { ...block, name: '' };
  if (context === undefined || context === name) return block;
  return noteFact({ ...block, properties: { ...properties, context: name } }, 'context', context);
}

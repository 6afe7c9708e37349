import type { JsonObject } from '@helve/core';
import {
  OverlayType,
  type Block,
  type LocaleId,
  type Origin,
  type Runs,
  type StepContext,
  type TargetView,
  type ToolMeta,
} from '@helve/flow';
import {
  assembleSegments,
  blockSides,
  spanRuns,
  translationSegments,
  type SegmentedRuns,
  type SegmentToTranslate,
  type UnitToTranslate,
} from '@helve/flow/content';
import type { RequestItem } from '../../model/request-item.js';
import { addProposals, commitSegments, commitTarget } from '../commit-target.js';
import type { AnsweredItem, BlockNeighbours, GroupWork } from '../group/group-run.js';
import { freeSegments, isFree, type Redo } from '../redo.js';
import { targetLocale } from '../target-locale.js';
import { toolOrigin } from '../tool-origin.js';
import { partialForms } from './free-forms.js';
import { maskProtected } from './mask-protected.js';
import { verifyAnswer, type WireForm } from './verify-answer.js';

/** One text to translate: its unit, and the runs of the answer. */
export interface TranslatedUnit {
  readonly key: string;
  readonly runs: Runs;
}

/** A translator: a model or an engine. */
export interface Translator extends Pick<GroupWork<TranslatedUnit>, 'ask' | 'shapedBy'> {
  readonly kind: 'ai' | 'mt';
  /** Name of the engine that a target records. */
  readonly engine: string;
  readonly form: WireForm;
  /** Returns the context of a text. */
  contextOf(block: Block, unit: UnitToTranslate, neighbours: BlockNeighbours): JsonObject;
}

/** Settings of the work of translating. */
export interface TranslateOptions {
  /** Leaves existing translations alone, except for those that `redo` names. */
  readonly skipMatched: boolean;
  readonly redo: readonly Redo[];
  readonly meta: ToolMeta;
  readonly ctx: StepContext;
}

/**
 * Creates the work of translating: every text of a block that is not translated is requested, segment by segment where
 * the source has them, and a target is built only from valid answers.
 */
export function translateWork(
  translator: Translator,
  { skipMatched, redo, meta, ctx }: TranslateOptions,
): GroupWork<TranslatedUnit> {
  const target = targetLocale(ctx);
  const { ask, shapedBy } = translator;
  const choose = (block: Block) => chooseTexts(block, target, { skipMatched, redo, ctx });
  return {
    ask,
    shapedBy,
    takesFaults: true,
    itemsOf: (block, neighbours) => toItems(block, choose(block), translator, neighbours),
    translate: (view, answered) => write(view, answered, { translator, target, redo, skipMatched, meta, ctx }),
  };
}

/** Lists the texts of a block that need a translation: none, some segments, empty forms beside others, or all. */
function chooseTexts(
  block: Block,
  locale: LocaleId,
  { skipMatched, redo, ctx }: Pick<TranslateOptions, 'skipMatched' | 'redo' | 'ctx'>,
): readonly SegmentToTranslate[] {
  const { translatable, source } = block;
  if (!translatable || source.length === 0) return [];
  const sides = blockSides(block);
  const free = skipMatched ? freeSegments(sides, locale, redo) : undefined;
  const texts = translationSegments(source, locale, sides.overlays(OverlayType.OverlaySegmentation, null));
  if (skipMatched && free === undefined && !isFree(sides, locale, redo)) {
    const forms = partialForms(sides, { locale, texts, format: ctx.document.format });
    return texts.filter(({ key }) => forms?.free.has(key) === true);
  }
  if (free === undefined) return texts;
  const ids = new Set(free.map(({ id }) => id));
  return texts.filter(({ segment }) => segment !== undefined && ids.has(segment));
}

function toItems(
  block: Block,
  texts: readonly SegmentToTranslate[],
  { form, contextOf }: Translator,
  neighbours: BlockNeighbours,
): readonly RequestItem<TranslatedUnit>[] {
  return texts.flatMap((unit) => {
    const { runs, empty, restore } = maskProtected(block, unit);
    if (unit.ignorable || empty) return [];
    const read = (answer: JsonObject) => {
      const { text } = answer;
      if (typeof text !== 'string') return { fault: 'it has no text' };
      const { value = runs, fault } = verifyAnswer(runs, text, form);
      const translated = { key: unit.key, runs: restore(value) };
      return fault === undefined ? { value: translated } : { fault, value: translated };
    };
    const item = { text: form.write(runs), ...contextOf(block, unit, neighbours) };
    return [{ id: `${block.id}${unit.key}`, block: block.id, item, read }];
  });
}

interface Writing extends TranslateOptions {
  readonly translator: Translator;
  readonly target: LocaleId;
}

/** Writes a target when every text has a valid answer; otherwise the answers become a proposal. */
function write(view: TargetView, answered: readonly AnsweredItem<TranslatedUnit>[], writing: Writing): void {
  const { translator, target, redo, skipMatched, meta, ctx } = writing;
  const { kind, engine } = translator;
  const made = new Map(answered.flatMap(({ answer: { value } }) => (value ? [[value.key, value.runs] as const] : [])));
  const reference = answered.at(-1)?.answer.reference ?? '';
  const origin = { ...toolOrigin(ctx, meta.version, kind), engine, reference, ...toConfidence(answered) };
  const texts = translationSegments(view.source, target, view.overlays(OverlayType.OverlaySegmentation, null));
  const request = { locale: target, texts, format: ctx.document.format };
  const kept = skipMatched && !isFree(view, target, redo) ? partialForms(view, request)?.kept : undefined;
  const whole = assembleSegments(view.source, target, texts, new Map([...(kept ?? []), ...made]));
  if (answered.every(({ answer }) => answer.fault === undefined)) {
    commit(view, whole, origin, writing);
    return;
  }
  const rejected = { rejected: 'codes', repaired: false };
  addProposals(view, [{ target: whole.runs, locale: target, origin, matchType: kind, engine, ...rejected }]);
}

/** Writes the whole target, or the segments of it that were free. */
function commit(
  view: TargetView,
  { runs, segments }: SegmentedRuns,
  origin: Origin,
  { target, skipMatched, redo, ctx }: Writing,
): void {
  const free = skipMatched ? freeSegments(view, target, redo) : undefined;
  if (free === undefined) {
    commitTarget(view, ctx, target, runs, { status: 'draft', origin }, segments);
    return;
  }
  const ids = new Set(free.map(({ id }) => id));
  const made = segments.filter(({ id }) => ids.has(id));
  const filled = new Map(made.map((span) => [span.id, { runs: spanRuns(runs, span), status: 'draft' } as const]));
  commitSegments(view, ctx, target, filled, { origin });
}

/** Returns the lowest confidence, if the engine gives one for each part. */
function toConfidence(answered: readonly AnsweredItem<TranslatedUnit>[]): { readonly confidence?: number } {
  const sure = answered.map(({ answer: { raw } }) => raw['confidence']).filter((one) => typeof one === 'number');
  return sure.length === 0 || sure.length < answered.length ? {} : { confidence: Math.min(...sure) };
}

import type { JsonObject } from '@helve/core';
import { type Block, type LocaleId, type Runs, type StepContext, type TargetView, type ToolMeta } from '@helve/flow';
import { assembleTarget, translationUnits, type UnitToTranslate } from '@helve/flow/content';
import type { RequestItem } from '../../model/request-item.js';
import { addProposals, commitTarget } from '../commit-target.js';
import type { AnsweredItem, BlockNeighbours, GroupWork } from '../group/group-run.js';
import { isFree, type Redo } from '../redo.js';
import { targetLocale } from '../target-locale.js';
import { toolOrigin } from '../tool-origin.js';
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
 * Creates the work of translating: every unit of a block is requested, and a target is built only from valid answers.
 */
export function translateWork(
  translator: Translator,
  { skipMatched, redo, meta, ctx }: TranslateOptions,
): GroupWork<TranslatedUnit> {
  const target = targetLocale(ctx);
  const { ask, shapedBy } = translator;
  return {
    ask,
    shapedBy,
    takesFaults: true,
    itemsOf: (block, neighbours) =>
      isWanted(block, target, { skipMatched, redo }) ? toItems(block, target, translator, neighbours) : [],
    translate: (view, answered) => write(view, answered, { translator, target, meta, ctx }),
  };
}

/** True when a block needs a translation: it is translatable, and its target is free. */
function isWanted(
  { translatable, source, targets }: Block,
  locale: LocaleId,
  { skipMatched, redo }: Pick<TranslateOptions, 'skipMatched' | 'redo'>,
): boolean {
  if (!translatable || source.length === 0) return false;
  const target = Object.hasOwn(targets, locale) ? targets[locale] : undefined;
  return !skipMatched || isFree(target, redo);
}

function toItems(
  block: Block,
  locale: LocaleId,
  { form, contextOf }: Translator,
  neighbours: BlockNeighbours,
): readonly RequestItem<TranslatedUnit>[] {
  return translationUnits(block, locale).flatMap((unit) => {
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

interface Writing {
  readonly translator: Translator;
  readonly target: LocaleId;
  readonly meta: ToolMeta;
  readonly ctx: StepContext;
}

/** Writes a target when every unit has a valid answer; otherwise the answers become a proposal. */
function write(
  view: TargetView,
  answered: readonly AnsweredItem<TranslatedUnit>[],
  { translator: { kind, engine }, target, meta, ctx }: Writing,
): void {
  const made = new Map(answered.flatMap(({ answer: { value } }) => (value ? [[value.key, value.runs] as const] : [])));
  const reference = answered.at(-1)?.answer.reference ?? '';
  const origin = { ...toolOrigin(ctx, meta.version, kind), engine, reference, ...toConfidence(answered) };
  const runs = assembleTarget(view, target, made);
  if (answered.every(({ answer }) => answer.fault === undefined)) {
    commitTarget(view, ctx, target, runs, { status: 'draft', origin });
    return;
  }
  const rejected = { rejected: 'codes', repaired: false };
  addProposals(view, [{ target: runs, locale: target, origin, matchType: kind, engine, ...rejected }]);
}

/** Returns the lowest confidence, if the engine gives one for each part. */
function toConfidence(answered: readonly AnsweredItem<TranslatedUnit>[]): { readonly confidence?: number } {
  const sure = answered.map(({ answer: { raw } }) => raw['confidence']).filter((one) => typeof one === 'number');
  return sure.length === 0 || sure.length < answered.length ? {} : { confidence: Math.min(...sure) };
}

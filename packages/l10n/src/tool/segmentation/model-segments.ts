import type { JsonObject, JsonSchema } from '@helve/core';
import { OverlayType, overlayOf, units, type Block, type Runs, type Side, type StepContext } from '@helve/flow';
import { pathText, variantLocale } from '@helve/flow/content';
import type { AiConfig } from '../../model/ai-config.js';
import { askItems } from '../../model/ask-items.js';
import { engineName } from '../../model/ask-model.js';
import { toAnswer, type RequestItem, type ReadAnswer } from '../../model/request-item.js';
import { renderPrompt } from '../../model/content-rule.js';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import type { GroupWork } from '../../tool-kit/group/group-run.js';
import { isOpen, segmentSide, type FindBreaks, type SpanConfig } from './segment-side.js';
import { segmentsIn } from './segments-in.js';

/** Settings for segmentation by a model. */
export interface ModelSegmentConfig extends AiConfig, SpanConfig {
  readonly segmentSource: boolean;
  readonly segmentTarget: boolean;
}

/** Returns the prompt. */
export function segmentPrompt({ instruction }: AiConfig): string {
  return renderPrompt(
    [
      'Cut each text into its sentences.',
      'The input is JSON: {items}, each item with its locale. Answer with JSON: {items: [{id, segments}]}, one for every id.',
      'segments are the sentences in their order, letter by letter; only white space between them may be left out.',
    ],
    instruction,
  );
}

const answer: { readonly [name: string]: JsonSchema } = { segments: { type: 'array', items: { type: 'string' } } };

/** The break positions of one text. */
interface TextBreaks {
  readonly key: string;
  readonly cuts: readonly number[];
}

/** Creates the work of segmenting by a model; its sentences are located in the text by searching forward. */
export function segmentWork(config: ModelSegmentConfig, offline: FindBreaks, ctx: StepContext): GroupWork<TextBreaks> {
  const system = segmentPrompt(config);
  const setting = { config, system, head: {}, answer };
  return {
    shapedBy: { engine: engineName(config), prompt: system },
    ask: (items) =>
      config.provider === DEMO_PROVIDER ? Promise.resolve(cutOffline(items, offline)) : askItems(items, setting, ctx),
    itemsOf: (block) =>
      block.translatable ? listSides(block, config).flatMap((side) => toItems(block, side, config)) : [],
    annotate: (view, answered) => {
      const cuts = new Map(answered.flatMap(({ answer: { value } }) => (value ? [[value.key, value.cuts]] : [])));
      const cut: FindBreaks = (text, _, side) => cuts.get(keyOf(side, text)) ?? [];
      for (const side of new Set(answered.map(({ request }) => itemSide(request)))) {
        const runs = side === null ? view.source : view.target(side)?.runs;
        if (runs !== undefined) segmentSide(view, side, runs, sideLocale(view.sourceLocale, side), config, cut);
      }
    },
  };
}

/** Lists the sides without segments. */
function listSides(block: Block, config: ModelSegmentConfig): readonly Side[] {
  const sides = [...(config.segmentSource ? [null] : []), ...(config.segmentTarget ? Object.keys(block.targets) : [])];
  const countSpans = (side: Side) =>
    overlayOf(block, OverlayType.OverlaySegmentation, side, config.layer)?.spans.length ?? 0;
  return sides.filter((side) => isOpen(countSpans(side), config));
}

function toItems(block: Block, side: Side, config: ModelSegmentConfig): readonly RequestItem<TextBreaks>[] {
  const runs = side === null ? block.source : (block.targets[side]?.runs ?? []);
  return units(runs).flatMap(({ path, runs: unit }) => {
    const text = shownText(unit, config);
    if (text.trim() === '') return [];
    const locale = sideLocale(block.sourceLocale, side);
    const read = (reply: JsonObject) => readSegments(reply, text, side);
    const id = `${block.id}${pathText(path)};${side ?? ''}`;
    return [{ id, block: block.id, item: { text, locale, ...(side === null ? {} : { side }) }, read }];
  });
}

/** Returns the text as the segmenter sees it. */
function shownText(unit: Runs, config: SpanConfig): string {
  let shown = '';
  segmentsIn(
    unit,
    (text) => {
      shown = text;
      return [];
    },
    config,
  );
  return shown;
}

function readSegments({ segments }: JsonObject, text: string, side: Side): ReadAnswer<TextBreaks> {
  if (!Array.isArray(segments)) return { fault: 'it has no list of segments' };
  const cuts: number[] = [];
  let from = 0;
  for (const segment of segments) {
    const piece = typeof segment === 'string' ? segment.trim() : '';
    const at = piece === '' ? -1 : text.indexOf(piece, from);
    if (at < 0 || text.slice(from, at).trim() !== '') return { fault: 'its segments are not those of the text' };
    from = at + piece.length;
    cuts.push(from);
  }
  if (text.slice(from).trim() !== '') return { fault: 'its segments end before the text does' };
  return { value: { key: keyOf(side, text), cuts: cuts.filter((cut) => cut < text.length) } };
}

function cutOffline(items: readonly RequestItem<TextBreaks>[], cut: FindBreaks) {
  return new Map(
    items.map((request) => {
      const { text, locale } = request.item;
      const cuts = cut(text, typeof locale === 'string' ? locale : 'und', itemSide(request));
      const ends = [...cuts, text.length];
      const segments = ends
        .map((end, index) => text.slice(ends[index - 1] ?? 0, end))
        .filter((each) => each.trim() !== '');
      return [request.id, toAnswer(request, { segments }, DEMO_PROVIDER)] as const;
    }),
  );
}

function itemSide({ item }: RequestItem<TextBreaks>): Side {
  const { side } = item;
  return typeof side === 'string' ? side : null;
}

function keyOf(side: Side, text: string): string {
  return JSON.stringify([side, text]);
}

function sideLocale(source: string, side: Side): string {
  return side === null ? source : variantLocale(side);
}

import type { JsonObject, JsonSchema } from '@helve/core';
import {
  AnnoReview,
  newPayload,
  payloadOf,
  type BlockView,
  type LocaleId,
  type Runs,
  type StepContext,
  type ToolMeta,
} from '@helve/flow';
import { placeholderText, replaceUnit } from '@helve/flow/content';
import type { UnitPair } from '../../check/unit-pair.js';
import type { AiConfig } from '../../model/ai-config.js';
import { askItems } from '../../model/ask-items.js';
import { engineName } from '../../model/ask-model.js';
import type { ReadAnswer } from '../../model/request-item.js';
import { renderPrompt } from '../../model/content-rule.js';
import { addProposals } from '../../tool-kit/commit-target.js';
import { pairRequests } from '../../tool-kit/group/pair-requests.js';
import type { AnsweredItem, GroupWork } from '../../tool-kit/group/group-run.js';
import { targetLocale } from '../../tool-kit/target-locale.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { tagForm, verifyAnswer } from '../../tool-kit/translate/verify-answer.js';

/** Returns the prompt. */
export function reviewPrompt({ instruction }: AiConfig, from: LocaleId, to: LocaleId): string {
  return renderPrompt(
    [
      `Review translations from ${from} to ${to}.`,
      'The input is JSON: {from, to, items}, each item with the source as text, and its translation.',
      'Answer with JSON: {items: [{id, score, assessment, suggestion}]}, one for every id and no other.',
      'score is from 0 to 100, where 100 needs no change. assessment is one or two sentences.',
      'suggestion is the whole better translation with every tag such as <x id="1"/> exactly once, or empty.',
    ],
    instruction,
  );
}

const answer: { readonly [name: string]: JsonSchema } = {
  score: { type: 'number', minimum: 0, maximum: 100 },
  assessment: { type: 'string' },
  suggestion: { type: 'string' },
};

interface Reviewed {
  readonly pair: UnitPair;
  readonly score: number;
  readonly assessment: string;
  /** A valid suggestion that differs from the target. */
  readonly suggestion?: Runs;
}

/** Creates the work of reviewing: every unit gets a score, and the block the lowest of them. */
export function reviewWork(config: AiConfig, meta: ToolMeta, ctx: StepContext): GroupWork<Reviewed> {
  const { source: from } = ctx.locales;
  const to = targetLocale(ctx);
  const system = reviewPrompt(config, from, to);
  const setting = { config, system, head: { from, to }, answer };
  const engine = engineName(config);
  return {
    shapedBy: { engine, prompt: system },
    ask: (items) => askItems(items, setting, ctx),
    itemsOf: (block) =>
      pairRequests(block, to).map(({ id, pair, context }) => ({
        id,
        block: block.id,
        item: { text: placeholderText(pair.source), translation: placeholderText(pair.target), ...context },
        read: (reply) => readReview(reply, pair),
      })),
    annotate: (view, answered) => {
      writeReview(view, answered, to);
      propose(view, answered, to, () => ({
        engine,
        origin: { ...toolOrigin(ctx, meta.version, 'ai'), engine, reference: answered.at(-1)?.answer.reference ?? '' },
      }));
    },
  };
}

function readReview({ score, assessment, suggestion }: JsonObject, pair: UnitPair): ReadAnswer<Reviewed> {
  if (typeof score !== 'number' || score < 0 || score > 100) return { fault: 'its score is not from 0 to 100' };
  if (typeof assessment !== 'string') return { fault: 'it has no assessment' };
  const judged = { pair, score, assessment };
  if (typeof suggestion !== 'string' || suggestion === '' || suggestion === placeholderText(pair.target))
    return { value: judged };
  // A proposal without a code helps nobody; the score does.
  const { value, fault } = verifyAnswer(pair.source, suggestion, tagForm);
  return { value: fault === undefined && value !== undefined ? { ...judged, suggestion: value } : judged };
}

/** Writes the review of one target beside those of others. */
function writeReview(view: BlockView, answered: readonly AnsweredItem<Reviewed>[], variant: LocaleId): void {
  const reviews = answered.flatMap(({ answer: { value } }) => value ?? []);
  const own = {
    score: Math.min(...reviews.map(({ score }) => score)),
    assessment: reviews.map(({ assessment }) => assessment).join(' '),
    ...suggested(reviews),
  };
  const before = payloadOf(view.annotation(AnnoReview), 'review')?.['variants'];
  const variants = { ...(before as JsonObject | undefined), [variant]: own };
  view.setAnnotation(AnnoReview, newPayload('review', { ...own, variants }));
}

function suggested(reviews: readonly Reviewed[]): { readonly suggestion?: string } {
  const texts = reviews.flatMap(({ suggestion }) => (suggestion === undefined ? [] : [placeholderText(suggestion)]));
  return texts.length === 0 ? {} : { suggestion: texts.join('\n') };
}

type Maker = () => Pick<Parameters<typeof addProposals>[1][number], 'engine' | 'origin'>;

/** Proposes the target with the model's suggestions. */
function propose(view: BlockView, answered: readonly AnsweredItem<Reviewed>[], locale: LocaleId, made: Maker): void {
  const current = view.target(locale)?.runs;
  const better = answered.flatMap(({ answer: { value } }) => (value?.suggestion === undefined ? [] : [value]));
  if (current === undefined || better.length === 0) return;
  const target = better.reduce<Runs>(
    (runs, { pair, suggestion = [] }) => replaceUnit(runs, pair.path, suggestion),
    current,
  );
  addProposals(view, [{ target, locale, matchType: 'ai', ...made() }]);
}

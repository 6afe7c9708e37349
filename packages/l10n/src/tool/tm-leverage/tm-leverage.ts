import {
  AnnoAltTranslation,
  AnnoTMMatch,
  newPayload,
  OverlayType,
  payloadOf,
  PortSource,
  targetPort,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import { canonicalJson } from '@helve/core';
import { addProposals, commitTarget } from '../commit-target.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { targetLocaleProperty, targetOf } from '../target-locale.js';
import { toolOrigin } from '../tool-origin.js';
import { findMatches, memoriesOf, type LeverageConfig } from './find-matches.js';
import { assembleSegments } from './segment-fill.js';
import type { TmCandidate } from './translation-memory.js';

const version = '1.0.0';
const percent = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;

/** Proposes and fills what was translated before. */
export const tmLeverage = flowToolEntry({
  meta: {
    id: 'tm-leverage',
    version,
    category: 'enrich',
    displayName: 'Translation memory',
    description:
      'Looks each text up in translation memories, proposes what it finds and fills targets with good matches.',
    cardinality: 'bilingual',
    requires: ['tm', 'target-language'],
    sideEffects: ['tm-read'],
    consumes: [
      { type: OverlayType.OverlaySegmentation, side: PortSource, optional: true },
      { type: OverlayType.OverlayEntity, side: PortSource, optional: true },
    ],
    produces: [{ type: AnnoTMMatch, side: PortSource }, { type: AnnoAltTranslation, side: PortSource }, targetPort],
    writesOutput: true,
  },
  properties: {
    targetLocale: targetLocaleProperty,
    tm: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      'x-path': 'in',
      description: 'Names the memories, such as `tm:main`; those of the project without.',
    },
    fuzzyThreshold: { ...percent(30, 100), default: 75, description: 'Is the least score of a proposal.' },
    fillTarget: { type: 'boolean', default: true, description: 'Fills targets with good matches.' },
    fillTargetThreshold: { ...percent(30, 101), default: 95, description: 'Is the least score that fills a target.' },
    fillIfTargetIsEmpty: {
      type: 'boolean',
      default: true,
      description: 'Fills only where there is no target yet.',
    },
    noQueryThreshold: {
      ...percent(0, 101),
      default: 101,
      description: 'Skips blocks that have a match of this score already.',
    },
    downgradeIdenticalBestMatches: {
      type: 'boolean',
      default: false,
      description: 'Lowers best matches of equal score that say different things.',
    },
    segments: { type: 'boolean', default: true, description: 'Looks segments up when the whole text is not found.' },
    partialFill: {
      type: 'boolean',
      default: false,
      description: 'Fills what is found and keeps the source of the rest.',
    },
    maxCandidates: { ...percent(1, 50), default: 5, description: 'Is the most proposals for a text.' },
    writeTmx: { type: 'string', 'x-path': 'out', description: 'Names a TMX file for the matches that were used.' },
  },
  create: (config) => ({ translate: (view, ctx) => leverage(view, ctx, config) }),
});

async function leverage(view: TargetView, ctx: StepContext, config: LeverageConfig): Promise<void> {
  const to = targetOf(ctx);
  if (!view.translatable || view.source.length === 0 || isMatched(view, to, config)) return;
  const memories = memoriesOf(config, ctx);
  const whole = await findMatches(view.source, to, view.sourceLocale, memories, config);
  propose(view, to, whole);
  const [best] = whole;
  if (best !== undefined) note(view, to, { ...best, matched: 1, total: 1 });
  if (best !== undefined && fills(view, to, best, config) && fill(view, ctx, to, best)) return;
  if (!config.segments) return;
  const joined = await assembleSegments(view, to, memories, config);
  if (joined === undefined) return;
  for (const { range, candidates } of joined.segments) propose(view, to, candidates, range);
  note(view, to, joined);
  const enough = joined.matched === joined.total || (config.partialFill && joined.matched > 0);
  if (!enough || !fills(view, to, joined, config)) return;
  const status = joined.matched === joined.total ? 'draft' : 'new';
  commitTarget(view, ctx, to, joined.runs, {
    status,
    origin: { ...toolOrigin(ctx, version, 'tm') },
    score: joined.score,
  });
}

function isMatched(view: TargetView, to: string, { noQueryThreshold }: LeverageConfig): boolean {
  const match = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches[to];
  return match !== undefined && match.score * 100 >= noQueryThreshold;
}

function fills(
  view: TargetView,
  to: string,
  { score, ambiguous }: Pick<TmCandidate, 'score' | 'ambiguous'>,
  config: LeverageConfig,
): boolean {
  const { fillTarget, fillTargetThreshold, fillIfTargetIsEmpty } = config;
  if (!fillTarget || ambiguous || score * 100 < fillTargetThreshold) return false;
  return !fillIfTargetIsEmpty || (view.target(to)?.runs.length ?? 0) === 0;
}

function fill(view: TargetView, ctx: StepContext, to: string, { id, target, score }: TmCandidate): boolean {
  const origin = { ...toolOrigin(ctx, version, 'tm'), reference: id };
  return commitTarget(view, ctx, to, target, { status: score === 1 ? 'translated' : 'draft', origin, score });
}

function propose(
  view: TargetView,
  to: string,
  found: readonly TmCandidate[],
  segment?: Parameters<typeof addProposals>[1][number]['segment'],
): void {
  addProposals(
    view,
    found.map(({ id, source, target, score, ambiguous }) => ({
      source,
      target,
      locale: to,
      origin: { kind: 'tm', reference: id },
      score,
      matchType: score >= 0.99 ? 'exact' : 'fuzzy',
      ...(ambiguous ? { ambiguous } : {}),
      ...(segment === undefined ? {} : { segment }),
    })),
  );
}

/** What the best match was, beside those of other variants. */
function note(
  view: TargetView,
  to: string,
  {
    score,
    tier,
    ambiguous,
    matched,
    total,
  }: Pick<TmCandidate, 'score' | 'tier' | 'ambiguous'> & { matched: number; total: number },
): void {
  const known = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches ?? {};
  const matches = { ...known, [to]: { score, tier, ambiguous, matched, total } };
  if (canonicalJson(known) === canonicalJson(matches)) return;
  view.setAnnotation(AnnoTMMatch, newPayload('tm-match', { matches }));
}

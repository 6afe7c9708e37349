import { andThen, type MaybePromise } from '@helve/core';
import {
  AnnoAltTranslation,
  AnnoTMMatch,
  OverlayType,
  payloadOf,
  PortSource,
  PortTarget,
  targetPort,
  type AltTranslation,
  type IOPort,
  type LocaleId,
  type Payload,
  type PayloadTypes,
  type RunRange,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import { sealPayload } from '@helve/flow/content';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { addProposals, commitTarget } from '../../tool-kit/commit-target.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { isFree, redoProperty } from '../../tool-kit/redo.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { createMemoriesReader, findMatches, wholeSource, type LeverageConfig } from './find-matches.js';
import { assembleSegments } from './segment-fill.js';
import { joinLeverage, leverageReport, mergeLeverage, type LeverageReport } from './used-matches.js';

/** Port of the spans that mark the parts of a target filled from a memory. */
const alignmentPort: IOPort = { type: OverlayType.OverlayAlignment, side: PortTarget, optional: true };
const version = '1.0.0';
const percent = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;

/** Proposes and fills earlier translations. */
export const tmLeverage = flowToolEntry({
  meta: {
    id: 'tm-leverage',
    version,
    category: 'enrich',
    displayName: 'Translation memory',
    description: 'Looks up each text in translation memories, proposes matches and fills targets with good ones.',
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
      description: 'Memories to search, such as `tm:main`. Default: those of the project.',
    },
    fuzzyThreshold: { ...percent(30, 100), default: 75, description: 'Minimum score of a proposal.' },
    fillTarget: { type: 'boolean', default: true, description: 'Fill targets with good matches.' },
    fillTargetThreshold: { ...percent(30, 101), default: 95, description: 'Minimum score for filling a target.' },
    fillIfTargetIsEmpty: {
      type: 'boolean',
      default: true,
      description: 'Fill only missing targets, and those that `redo` names.',
    },
    redo: redoProperty,
    noQueryThreshold: {
      ...percent(0, 101),
      default: 101,
      description: 'Skip blocks that already have a match of this score.',
    },
    downgradeIdenticalBestMatches: {
      type: 'boolean',
      default: false,
      description: 'Lower the score of best matches that tie but differ.',
    },
    segments: { type: 'boolean', default: true, description: 'Look up segments when the whole text is not found.' },
    partialFill: {
      type: 'boolean',
      default: false,
      description: 'Fill the segments that are found and keep the source of the rest.',
    },
    maxCandidates: { ...percent(1, 50), default: 5, description: 'Maximum number of proposals per text.' },
    writeTmx: { type: 'string', 'x-path': 'out', description: 'TMX file for the matches that were used.' },
  },
  resolve: ({ partialFill }, { meta }) => ({
    produces: partialFill ? [...meta.produces, alignmentPort] : meta.produces,
  }),
  create: (config, { files }) => ({
    translate: createLeverage(config),
    joinReports: joinLeverage,
    mergeReports: (reports) => mergeLeverage(reports, config.writeTmx, files),
  }),
});

/** Result of a block. */
interface Outcome {
  readonly best: MatchFacts | undefined;
  /** Ids of the entries used in the target. */
  readonly filled?: readonly string[];
}

function createLeverage(config: LeverageConfig): (view: TargetView, ctx: StepContext) => MaybePromise<void> {
  const readMemories = createMemoriesReader(config);
  const note = createNote();
  const tell = (view: TargetView, ctx: StepContext, to: LocaleId, outcome: Outcome): void => {
    if (outcome.best !== undefined) note(view, to, outcome.best);
    ctx.report(toReport(view, ctx, to, outcome, config));
  };
  return (view, ctx) => {
    const to = targetLocale(ctx);
    if (!view.translatable || view.source.length === 0 || isMatched(view, to, config)) return undefined;
    const memories = readMemories(ctx);
    const found = findMatches(wholeSource(view), to, view.sourceLocale, memories, config);
    return andThen(found, (matches) => {
      const whole = takeWhole(view, ctx, to, matches, config);
      const isDone = whole.filled !== undefined || !config.segments || !hasSegments(view);
      const outcome = isDone ? whole : leverageSegments(view, ctx, to, memories, config, whole.best);
      return andThen(outcome, (made) => tell(view, ctx, to, made));
    });
  };
}

/** Proposes the matches of the whole text, and fills the target with the best. */
function takeWhole(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  found: readonly TmMatch[],
  config: LeverageConfig,
): Outcome {
  propose(view, to, found);
  const [best] = found;
  if (best === undefined) return { best };
  const { id, score, tier, ambiguous } = best;
  const facts = { score, tier, ambiguous, matched: 1, total: 1 };
  const isFilled = fills(view, to, best, config) && fill(view, ctx, to, best);
  return isFilled ? { best: facts, filled: [id] } : { best: facts };
}

async function leverageSegments(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
  unitMatch: MatchFacts | undefined,
): Promise<Outcome> {
  const joined = await assembleSegments(view, to, memories, config);
  if (joined === undefined) return { best: unitMatch };
  for (const { range, matches } of joined.segments) propose(view, to, matches, range);
  const isBetter = unitMatch === undefined || (joined.matched === joined.total && joined.score > unitMatch.score);
  const best = isBetter ? joined : unitMatch;
  const isPart = joined.ids.length < joined.total;
  if (joined.ids.length === 0 || (isPart && !config.partialFill) || !mayFill(view, to, config)) return { best };
  const status = isPart ? 'new' : joined.score === 1 ? 'translated' : 'draft';
  const origin = { ...toolOrigin(ctx, version, 'tm'), reference: joined.ids.join(' ') };
  if (!commitTarget(view, ctx, to, joined.runs, { status, origin, score: joined.score })) return { best };
  if (isPart) view.putSpans(OverlayType.OverlayAlignment, to, joined.spans);
  return { best: joined, filled: joined.ids };
}

/** True when there can be more than one segment. */
function hasSegments(view: TargetView): boolean {
  return view.overlays(OverlayType.OverlaySegmentation, null).length > 1;
}

function isMatched(view: TargetView, to: string, { noQueryThreshold }: LeverageConfig): boolean {
  const match = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches[to];
  return match !== undefined && match.score * 100 >= noQueryThreshold;
}

/** True when the target is free and should be filled. */
function mayFill(view: TargetView, to: string, { fillTarget, fillIfTargetIsEmpty, redo }: LeverageConfig): boolean {
  return fillTarget && (!fillIfTargetIsEmpty || isFree(view.target(to), redo));
}

function fills(view: TargetView, to: string, { score, ambiguous }: TmMatch, config: LeverageConfig): boolean {
  return !ambiguous && score * 100 >= config.fillTargetThreshold && mayFill(view, to, config);
}

function fill(view: TargetView, ctx: StepContext, to: string, { id, target, score }: TmMatch): boolean {
  const origin = Object.freeze({ ...toolOrigin(ctx, version, 'tm'), reference: id });
  return commitTarget(view, ctx, to, target, { status: score === 1 ? 'translated' : 'draft', origin, score });
}

function propose(view: TargetView, to: string, found: readonly TmMatch[], segment?: RunRange): void {
  if (found.length === 0) return;
  addProposals(
    view,
    found.map((match) => toProposal(match, to, segment)),
  );
}

function toProposal(match: TmMatch, locale: string, segment: RunRange | undefined): AltTranslation {
  const { id, source, target, score, tier, ambiguous } = match;
  const origin = Object.freeze({ kind: 'tm', reference: id } as const);
  const matchType = tier === 'fuzzy' ? 'fuzzy' : 'exact';
  const proposal = { source, target, locale, origin, score, matchType } as const;
  if (!ambiguous && segment === undefined) return proposal;
  return { ...proposal, ...(ambiguous && { ambiguous }), ...(segment !== undefined && { segment }) };
}

interface MatchFacts {
  readonly score: number;
  readonly tier: string;
  readonly ambiguous: boolean;
  readonly matched: number;
  readonly total: number;
}

type TmMatches = PayloadTypes['tm-match'];

/**
 * Creates a function that records the best match, beside those of other variants. Most blocks have equal facts, and
 * share them.
 */
function createNote(): (view: TargetView, to: string, facts: MatchFacts) => void {
  let last: (Payload & TmMatches) | undefined;
  return (view, to, facts) => {
    const known = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches;
    if (isSaid(known?.[to], facts)) return;
    if (known !== undefined) return view.setAnnotation(AnnoTMMatch, toNote({ ...known, [to]: toFacts(facts) }));
    if (last === undefined || !isSaid(last.matches[to], facts)) last = toNote({ [to]: toFacts(facts) });
    view.setAnnotation(AnnoTMMatch, last);
  };
}

function toNote(matches: TmMatches['matches']): Payload & TmMatches {
  return sealPayload<'tm-match'>({ type: 'tm-match', matches: Object.freeze(matches) });
}

function toFacts({ score, tier, ambiguous, matched, total }: MatchFacts): MatchFacts {
  return Object.freeze({ score, tier, ambiguous, matched, total });
}

function isSaid(old: MatchFacts | undefined, { score, tier, ambiguous, matched, total }: MatchFacts): boolean {
  return (
    old?.score === score &&
    old.tier === tier &&
    old.ambiguous === ambiguous &&
    old.matched === matched &&
    old.total === total
  );
}

function toReport(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  { best, filled }: Outcome,
  { writeTmx }: LeverageConfig,
): LeverageReport {
  const kind = best === undefined ? 'none' : best.ambiguous ? 'ambiguous' : best.score === 1 ? 'exact' : 'fuzzy';
  const counts = { blocks: 1, [kind]: 1, filled: filled === undefined ? 0 : 1 };
  const target = view.target(to)?.runs;
  if (writeTmx === undefined || filled === undefined || target === undefined) {
    return leverageReport(counts, undefined, version);
  }
  const at = new Date(ctx.clock.now()).toISOString();
  const used = { id: filled.join(' '), from: view.sourceLocale, to, source: view.source, target, at };
  return leverageReport(counts, used, version);
}

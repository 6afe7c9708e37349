import { andThen, type MaybePromise } from '@helve/core';
import {
  AnnoAltTranslation,
  AnnoTMMatch,
  OverlayType,
  payloadOf,
  PortSource,
  PortTarget,
  targetPort,
  type IOPort,
  type LocaleId,
  type Payload,
  type PayloadTypes,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import { isPartialTarget, sealPayload } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { redoProperty } from '../../tool-kit/redo.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { createMemoriesReader, findMatches, version, wholeSource, type LeverageConfig } from './find-matches.js';
import { hasSegments, leverageSegments } from './leverage-segments.js';
import { propose, takeWhole, type MatchFacts, type Outcome } from './take-whole.js';
import { joinLeverage, leverageReport, mergeLeverage, type LeverageReport } from './used-matches.js';

/** Port of the spans that mark the parts of a target filled from a memory. */
const alignmentPort: IOPort = { type: OverlayType.OverlayAlignment, side: PortTarget, optional: true };
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
  groups: [
    { id: 'memory', title: 'Memory', properties: ['tm', 'fuzzyThreshold', 'maxCandidates', 'segments'] },
    {
      id: 'fill',
      title: 'Filled targets',
      properties: [
        'fillTarget',
        'fillTargetThreshold',
        'fillIfTargetIsEmpty',
        'redo',
        'partialFill',
        'downgradeIdenticalBestMatches',
        'noQueryThreshold',
      ],
    },
    { id: 'target', title: 'Target and export', properties: ['targetLocale', 'writeTmx'] },
  ],
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
      propose(view, to, matches);
      const isCut = config.segments && hasSegments(view);
      const outcome = isCut
        ? leverageSegments(view, ctx, to, memories, config, matches)
        : takeWhole(view, ctx, to, matches, config);
      return andThen(outcome, (made) => tell(view, ctx, to, made));
    });
  };
}

function isMatched(view: TargetView, to: string, { noQueryThreshold }: LeverageConfig): boolean {
  const match = payloadOf(view.annotation(AnnoTMMatch), 'tm-match')?.matches[to];
  return match !== undefined && match.score * 100 >= noQueryThreshold;
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
  if (writeTmx === undefined || filled === undefined || target === undefined || isPartialTarget(view, to)) {
    return leverageReport(counts, undefined, version);
  }
  const at = new Date(ctx.clock.now()).toISOString();
  const used = { id: filled.join(' '), from: view.sourceLocale, to, source: view.source, target, at };
  return leverageReport(counts, used, version);
}

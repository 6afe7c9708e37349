import {
  AnnoAltTranslation,
  AnnoDiff,
  newPayload,
  OverlayType,
  PortSource,
  targetPort,
  type LocaleId,
  type ReadonlySpan,
  type Runs,
  type StepContext,
  type Target,
  type TargetView,
} from '@helve/flow';
import { spanRuns, spanStatus, type FilledSegment, type TargetFacts } from '@helve/flow/content';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { addProposals, commitSegments, commitTarget } from '../../tool-kit/commit-target.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { freeSegments } from '../../tool-kit/redo.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { sameRuns } from '../../format/same-runs.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { createContentKey } from './content-key.js';
import {
  openPreviousVersion,
  type PreviousFiles,
  type PreviousText,
  type PreviousVersion,
} from './previous-version.js';

const version = '1.0.0';
/** Score of a text whose codes alone have changed. */
const RECODED_SCORE = 0.99;

interface DiffConfig extends PreviousFiles {
  readonly matchBy: 'id' | 'content' | 'both';
  readonly caseSensitive: boolean;
  readonly fuzzyMatch: boolean;
  readonly fuzzyThreshold: number;
}

/** Reuses translations of the previous version. */
export const diffLeverage = flowToolEntry({
  meta: {
    id: 'diff-leverage',
    version,
    category: 'enrich',
    displayName: 'Previous version',
    description:
      'Compares a document with its previous version, reuses the translations of unchanged texts, and proposes those of similar ones and of texts whose inline codes have changed.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [],
    produces: [{ type: AnnoDiff, side: PortSource }, { type: AnnoAltTranslation, side: PortSource }, targetPort],
    writesOutput: true,
  },
  groups: [
    { id: 'previous', title: 'Previous version', properties: ['previous', 'previousSource', 'previousTarget'] },
    { id: 'matching', title: 'Matching', properties: ['matchBy', 'fuzzyMatch', 'fuzzyThreshold', 'caseSensitive'] },
    { id: 'target', title: 'Target', properties: ['targetLocale'] },
  ],
  properties: {
    targetLocale: targetLocaleProperty,
    previous: {
      type: 'string',
      'x-path': 'in',
      description: 'Previous version: a file with source and target, or parts written by a store.',
    },
    previousSource: { type: 'string', 'x-path': 'in', description: 'Source of the previous version.' },
    previousTarget: { type: 'string', 'x-path': 'in', description: 'Translation of the previous source.' },
    matchBy: {
      enum: ['id', 'content', 'both'],
      default: 'both',
      description: 'Match previous texts by id, by content, or by id first.',
    },
    caseSensitive: { type: 'boolean', default: true, description: 'Distinguish texts that differ only in case.' },
    fuzzyMatch: { type: 'boolean', default: false, description: 'Look for similar texts as well.' },
    fuzzyThreshold: {
      type: 'integer',
      minimum: 50,
      maximum: 100,
      default: 75,
      description: 'Minimum score of a similar text.',
    },
  },
  resolve: ({ previous, previousSource, previousTarget }) => {
    const pair = [previousSource, previousTarget].filter((path) => path !== undefined).length;
    const isOne = previous === undefined ? pair === 2 : pair === 0;
    const message = 'Expected either "previous", or "previousSource" and "previousTarget"';
    return { diagnostics: isOne ? [] : [{ severity: 'error', message }] };
  },
  create: (config, { files }) => {
    const opened = new Map<LocaleId, Promise<PreviousVersion>>();
    return {
      async translate(view, ctx) {
        if (!view.translatable) return;
        const to = targetLocale(ctx);
        const { caseSensitive } = config;
        const options = { from: ctx.locales.source, to, signal: ctx.signal, files, caseSensitive };
        const previous = opened.get(to) ?? openPreviousVersion(config, options);
        opened.set(to, previous);
        const status = await leverage(view, ctx, to, await previous, config);
        ctx.report({ blocks: 1, [status]: 1 });
      },
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

type DiffStatus = 'new' | 'unchanged' | 'leveraged' | 'modified';

async function leverage(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  previous: PreviousVersion,
  config: DiffConfig,
): Promise<DiffStatus> {
  const same = findSame(view, previous, config);
  if (same !== undefined) {
    const status = sameRuns(same.source, view.source) ? 'unchanged' : 'leveraged';
    takeOver(view, ctx, to, same, status);
    return note(view, status, 1, same.id);
  }
  const before = config.matchBy === 'content' ? undefined : previous.byId(view.id);
  const recoded = findRecoded(view, previous, config);
  if (recoded?.target !== undefined) {
    proposeOld(view, to, recoded.source, recoded.target.runs, recoded.id, RECODED_SCORE);
    return note(view, 'modified', RECODED_SCORE, recoded.id);
  }
  const near = config.fuzzyMatch ? await previous.nearest(view.source, config.fuzzyThreshold / 100) : undefined;
  if (near !== undefined) {
    const { match, text } = near;
    proposeOld(view, to, match.source, match.target, text.id, match.score);
    return note(view, 'modified', match.score, text.id);
  }
  return before === undefined ? note(view, 'new') : note(view, 'modified', undefined, before.id);
}

/** Finds the same text with the same codes: under the same id, or anywhere. */
function findSame(view: TargetView, previous: PreviousVersion, config: DiffConfig): PreviousText | undefined {
  const { matchBy } = config;
  const byId = matchBy === 'content' ? undefined : previous.byId(view.id);
  if (byId !== undefined && hasSameContent(byId, view, config, true)) return byId;
  return matchBy === 'id' ? undefined : previous.byContent(view.source);
}

/** Finds the same words around other codes: a changed code is a changed text. */
function findRecoded(view: TargetView, previous: PreviousVersion, config: DiffConfig): PreviousText | undefined {
  const { matchBy } = config;
  const byId = matchBy === 'content' ? undefined : previous.byId(view.id);
  if (byId !== undefined && hasSameContent(byId, view, config, false)) return byId;
  return matchBy === 'id' ? undefined : previous.byWords(view.source);
}

function hasSameContent(
  { source }: PreviousText,
  view: TargetView,
  { caseSensitive }: DiffConfig,
  codes: boolean,
): boolean {
  const keyOf = createContentKey({ locale: view.sourceLocale, caseSensitive, codes });
  return keyOf(source) === keyOf(view.source);
}

function proposeOld(
  view: TargetView,
  locale: LocaleId,
  source: Runs,
  target: Runs,
  reference: string,
  score: number,
): void {
  const origin = { kind: 'tm', reference } as const;
  addProposals(view, [{ source, target, locale, origin, score, matchType: 'fuzzy' }]);
}

/**
 * Reuses a translation: an unchanged text keeps its origin and status, another with equal content becomes a draft. An
 * existing target stays, and gets the segments that it lacks.
 */
function takeOver(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  { id, target, segments }: PreviousText,
  status: 'unchanged' | 'leveraged',
): void {
  if (target === undefined || target.runs.length === 0) return;
  const own = { ...toolOrigin(ctx, version, 'tm'), reference: id };
  const facts = {
    status: status === 'unchanged' ? target.status : 'draft',
    origin: status === 'unchanged' ? (target.origin ?? own) : own,
    ...(target.score === undefined ? {} : { score: target.score }),
  } as const;
  const ids = new Set(view.overlays(OverlayType.OverlaySegmentation, null).map((span) => span.id));
  const known = segments.every((span) => ids.has(span.id)) ? segments : [];
  if ((view.target(to)?.runs.length ?? 0) === 0) commitTarget(view, ctx, to, target.runs, facts, known);
  else takeOverSegments(view, ctx, to, { target, segments: known }, facts);
}

function takeOverSegments(
  view: TargetView,
  ctx: StepContext,
  to: LocaleId,
  { target, segments }: { readonly target: Target; readonly segments: readonly ReadonlySpan[] },
  facts: TargetFacts,
): void {
  const free = new Set(freeSegments(view, to, [])?.map(({ id }) => id));
  const made = segments.filter(({ id }) => free.has(id));
  const filled = made.map((span): [string, FilledSegment] => {
    const status = facts.status === 'draft' ? 'draft' : spanStatus(span, target.status);
    return [span.id, { runs: spanRuns(target.runs, span), status }];
  });
  commitSegments(view, ctx, to, new Map(filled), facts);
}

function note(view: TargetView, status: DiffStatus, score?: number, ref?: string): DiffStatus {
  const facts = { status, ...(score === undefined ? {} : { score }), ...(ref === undefined ? {} : { ref }) };
  view.setAnnotation(AnnoDiff, newPayload('diff', facts));
  return status;
}

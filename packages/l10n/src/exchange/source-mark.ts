import { OverlayType, payloadOf, type Block, type LocaleId, type OverlaySpan, type Run, type Runs } from '@helve/flow';
import { containsForms, normaliseRuns, shapeLength, shapeSpan, sliceUnit } from '@helve/flow/content';
import { ownSubType } from '../format/xliff/inline-draft.js';
import type { ExchangeFormat } from './manifest.js';

/** Elements around text that is not to be translated, and around terms, in the formats that have them. */
const elements: Readonly<Partial<Record<ExchangeFormat, Readonly<Record<string, string>>>>> = {
  xliff2: {
    [OverlayType.OverlayProtected]: '<mrk translate="no">',
    [OverlayType.OverlayTerm]: '<mrk type="term">',
  },
  xliff: {
    [OverlayType.OverlayProtected]: '<mrk mtype="protected">',
    [OverlayType.OverlayTerm]: '<mrk mtype="term">',
  },
};

/** Beginning of the ids of the marks, by which they are known when they come back. */
const idPrefix = 'helve-mark-';

interface PlacedSpan {
  readonly span: OverlaySpan;
  readonly element: string;
  readonly start: number;
  readonly end: number;
}

/** A source with marks, and the spans that they show. */
export interface MarkedSource {
  readonly source: Runs;
  readonly marked: ReadonlySet<OverlaySpan>;
}

/**
 * Puts elements around the stretches of a source that are not to be translated, and around its terms. One that meets
 * another, or that cuts a pair of codes, is left out, and so are all of a source in forms or segments.
 *
 *     Open Acme now   ─▶   Open <mrk id="helve-mark-1" translate="no">Acme</mrk> now
 */
export function markSource({ source, overlays }: Block, format: ExchangeFormat): MarkedSource {
  const own = elements[format];
  const isCut = overlays.some(({ type, spans }) => type === OverlayType.OverlaySegmentation && spans.length > 1);
  if (own === undefined || isCut || containsForms(source)) return { source, marked: new Set() };
  const runs: Run[] = [];
  const marked = new Set<OverlaySpan>();
  let at = 0;
  for (const { span, element, start, end } of placedSpans({ source, overlays }, own)) {
    const content = sliceUnit(source, start, end);
    if (start < at || start >= end || !isWhole(content)) continue;
    marked.add(span);
    const code = { id: `${idPrefix}${marked.size}`, type: 'code:markup', subType: `${ownSubType}mrk` };
    const open: Run = { kind: 'pc-open', ...code, data: element };
    runs.push(...sliceUnit(source, at, start), open, ...content, { kind: 'pc-close', ...code, data: '</mrk>' });
    at = end;
  }
  return marked.size === 0
    ? { source, marked }
    : { source: [...runs, ...sliceUnit(source, at, shapeLength(source))], marked };
}

function placedSpans(
  { source, overlays }: Pick<Block, 'source' | 'overlays'>,
  own: Readonly<Record<string, string>>,
): readonly PlacedSpan[] {
  return overlays
    .flatMap(({ type, variant, spans }): readonly PlacedSpan[] => {
      const element = own[type];
      if (element === undefined || variant !== null) return [];
      return spans.flatMap((span) =>
        span.range === undefined ? [] : [{ span, element, ...shapeSpan(source, span.range) }],
      );
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** True for content that has both halves of each of its pairs, one after the other. */
function isWhole(runs: Runs): boolean {
  const open: string[] = [];
  for (const run of runs) {
    if (run.kind === 'pc-open') open.push(run.id);
    if (run.kind === 'pc-close' && open.pop() !== run.id) return false;
  }
  return open.length === 0;
}

/** Takes the marks that went out from content that came back, wherever they are now. */
export function withoutMarks(runs: Runs): Runs {
  return runs.some(isMark) ? normaliseRuns(runs.filter((run) => !isMark(run))) : runs;
}

function isMark(run: Run): boolean {
  return (run.kind === 'pc-open' || run.kind === 'pc-close') && run.id.startsWith(idPrefix);
}

/** Translations of a term into a language, the preferred one first. */
export function termTargets({ value }: OverlaySpan, locale: LocaleId): readonly string[] {
  const targets = payloadOf(value, 'term')?.targets.filter((target) => target.locale === locale) ?? [];
  const preferred = targets.filter(({ status }) => status === 'preferred');
  return (preferred.length > 0 ? preferred : targets).map(({ text }) => text);
}

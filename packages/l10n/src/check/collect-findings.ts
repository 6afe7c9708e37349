import { runsText, type Block, type Finding, type Overlay, type RunRange, type Runs } from '@helve/flow';
import { codePointLength, readFindings, shapeSpan, variantLocale } from '@helve/flow/content';
import { blockKey } from './block-key.js';
import { findingsOverlay } from './report-findings.js';
import { withoutEchoes } from './rule-order.js';
import { shortenPieces } from './shorten-pieces.js';
import { toPieces, type TextPiece } from './text-piece.js';

/** A range of one unit, in code points. */
export interface FindingRange {
  readonly path?: string;
  readonly start: number;
  readonly end: number;
}

/** One side of a finding as people read it; long text is shortened around the fault. */
export interface FindingText {
  readonly locale: string;
  readonly pieces: readonly TextPiece[];
}

/** Texts of a finding, for people. */
export interface FindingTexts {
  readonly source: FindingText;
  readonly target?: FindingText;
}

/** A finding with everything needed to locate it. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly file: string;
  readonly block: string;
  readonly name: string;
  /** Name of the block for people; absent where content is private. */
  readonly key?: string;
  /** Position of the block in its document, from 0. */
  readonly order: number;
  readonly source?: FindingRange;
  readonly target?: FindingRange;
  /** Location in the file, from 1; columns count code points. */
  readonly line?: number;
  readonly column?: number;
  readonly snippet: string;
  /** Absent where content is private. */
  readonly texts?: FindingTexts;
}

const maxSnippet = 80;
const MAX_TEXT = 600;

/** Lists the findings of a block, on every side, each fault once. */
export function findingsIn(block: Block, file: string, order: number): readonly LocatedFinding[] {
  const overlays = block.overlays.filter(({ type }) => type === findingsOverlay);
  const found = overlays.flatMap((overlay) =>
    readFindings(overlay.value).map((finding) => {
      const { id, variant } = finding;
      const sourceRange = rangeOf(id, overlays, null);
      const targetRuns = variant === undefined ? undefined : block.targets[variant]?.runs;
      const targetRange = variant === undefined ? undefined : rangeOf(id, overlays, variant);
      return {
        finding,
        file,
        block: block.id,
        name: block.name,
        key: blockKey(block),
        order,
        ...(sourceRange === undefined ? {} : { source: toFindingRange(block.source, sourceRange) }),
        ...(targetRuns === undefined || targetRange === undefined
          ? {}
          : { target: toFindingRange(targetRuns, targetRange) }),
        snippet: cut(runsText(finding.side === 'target' ? (targetRuns ?? []) : block.source)),
        texts: {
          source: toFindingText(block.sourceLocale, block.source, sourceRange),
          ...(variant === undefined
            ? {}
            : { target: toFindingText(variantLocale(variant), targetRuns ?? [], targetRuns && targetRange) }),
        },
      };
    }),
  );
  return withoutEchoes(found);
}

/** Finds the range of a finding on one side, if it has one there. */
function rangeOf(id: string, overlays: readonly Overlay[], variant: string | null): RunRange | undefined {
  const overlay = overlays.find((each) => each.variant === variant);
  return overlay?.spans.find((span) => span.id === id)?.range;
}

/** Cuts one side into pieces for people, shortened around the range. */
export function toFindingText(locale: string, runs: Runs, range?: RunRange): FindingText {
  return { locale, pieces: shortenPieces(toPieces(runs, range), MAX_TEXT, codePointLength) };
}

/** Converts a range to code points of its unit. */
export function toFindingRange(runs: Runs, range: RunRange): FindingRange {
  const { start, end } = shapeSpan(runs, range);
  const path = (range.path ?? []).map(({ run, form }) => `/${run}:${form}`).join('');
  return { ...(path === '' ? {} : { path }), start, end };
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxSnippet ? line : `${line.slice(0, maxSnippet - 1).toWellFormed()}…`;
}

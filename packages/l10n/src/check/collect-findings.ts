import { runsText, type Block, type Finding, type Overlay, type RunRange, type Runs } from '@helve/flow';
import { readFindings, shapeSpan } from '@helve/flow/content';
import { findingsOverlay } from './report-findings.js';
import { withoutEchoes } from './rule-order.js';

/** A range of one unit, in code points. */
export interface FindingRange {
  readonly path?: string;
  readonly start: number;
  readonly end: number;
}

/** A finding with everything needed to locate it. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly file: string;
  readonly block: string;
  readonly name: string;
  /** Position of the block in its document, from 0. */
  readonly order: number;
  readonly source?: FindingRange;
  readonly target?: FindingRange;
  /** Location in the file, from 1; columns count code points. */
  readonly line?: number;
  readonly column?: number;
  readonly snippet: string;
}

const maxSnippet = 80;

/** Lists the findings of a block, on every side, each fault once. */
export function findingsIn(block: Block, file: string, order: number): readonly LocatedFinding[] {
  const overlays = block.overlays.filter(({ type }) => type === findingsOverlay);
  const found = overlays.flatMap((overlay) =>
    readFindings(overlay.value).map((finding) => {
      const source = locateFinding(finding.id, overlays, null, block.source);
      const targetRuns = finding.variant === undefined ? undefined : block.targets[finding.variant]?.runs;
      const target =
        targetRuns === undefined ? undefined : locateFinding(finding.id, overlays, finding.variant ?? null, targetRuns);
      return {
        finding,
        file,
        block: block.id,
        name: block.name,
        order,
        ...(source === undefined ? {} : { source }),
        ...(target === undefined ? {} : { target }),
        snippet: cut(runsText(finding.side === 'target' ? (targetRuns ?? []) : block.source)),
      };
    }),
  );
  return withoutEchoes(found);
}

function locateFinding(
  id: string,
  overlays: readonly Overlay[],
  variant: string | null,
  runs: Runs,
): FindingRange | undefined {
  const overlay = overlays.find((each) => each.variant === variant);
  const range = overlay?.spans.find((span) => span.id === id)?.range;
  return range === undefined ? undefined : toPlace(runs, range);
}

function toPlace(runs: Runs, range: RunRange): FindingRange {
  const { start, end } = shapeSpan(runs, range);
  const path = (range.path ?? []).map(({ run, form }) => `/${run}:${form}`).join('');
  return { ...(path === '' ? {} : { path }), start, end };
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxSnippet ? line : `${line.slice(0, maxSnippet - 1).toWellFormed()}…`;
}

import { OverlayType, PortSource, PortTarget, type BlockView, type IOPort, type Path, type Side } from '@helve/flow';
import { samePath, shapeSpan, textMap, unitAt } from '@helve/flow/content';
import type { TextRange } from '../text/text-range.js';

const { OverlayProtected } = OverlayType;

/** Ports of tools that leave protected spans alone. */
export const protectedPorts: readonly IOPort[] = Object.freeze([
  { type: OverlayProtected, side: PortSource, optional: true },
  { type: OverlayProtected, side: PortTarget, optional: true },
]);

const none: readonly TextRange[] = Object.freeze([]);

/** Lists the protected ranges of a unit's text, in UTF-16 indexes. */
export function protectedText(
  view: Pick<BlockView, 'overlays' | 'source' | 'target'>,
  { side, path }: { readonly side: Side; readonly path: Path },
): readonly TextRange[] {
  const spans = view.overlays(OverlayProtected, side);
  if (spans.length === 0) return none;
  const runs = side === null ? view.source : (view.target(side)?.runs ?? []);
  const { toIndex, toText } = textMap(unitAt(runs, path) ?? []);
  return spans.flatMap(({ range }) => {
    if (range === undefined) return [{ start: 0, end: Number.MAX_SAFE_INTEGER }];
    if (!samePath(range.path, path)) return [];
    const { start, end } = shapeSpan(runs, range);
    return [{ start: toIndex(toText(start)), end: toIndex(toText(end)) }];
  });
}

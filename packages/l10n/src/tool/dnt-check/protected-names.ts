import { OverlayType, payloadOf, runsText, type BlockView, type Path, type RunRange } from '@helve/flow';
import { extractRuns, samePath, topPath } from '@helve/flow/content';

/** An entity of a source that must not be translated. */
export interface ProtectedName {
  readonly text: string;
  readonly range: RunRange;
  isIn(path: Path): boolean;
}

/** Lists the entities of a source that are marked as not translatable. */
export function protectedNames(view: BlockView): readonly ProtectedName[] {
  return view.overlays(OverlayType.OverlayEntity, null).flatMap(({ range, value }) => {
    if (range === undefined || payloadOf(value, 'entity')?.dnt !== true) return [];
    const text = runsText(extractRuns(view.source, range)).trim();
    return text === '' ? [] : [{ text, range, isIn: (path) => samePath(range.path ?? topPath, path) }];
  });
}

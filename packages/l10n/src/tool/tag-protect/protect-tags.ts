import { newPayload, OverlayType, units, type BlockView, type EditPlan, type Runs } from '@helve/flow';
import { codesOf, dataText, rangeFor, sliceUnit } from '@helve/flow/content';
import type { TagMatch } from './find-tags.js';

const { OverlayProtected } = OverlayType;

/** Prefix of the ids of this tool's own spans. */
const spanPrefix = 'tag-';

/** Marks matches in the source; spans of others stay, and earlier ones of this tool go. */
export function markTags(view: BlockView, matches: readonly TagMatch[]): void {
  const existing = view.overlays(OverlayProtected, null);
  const foreign = existing.filter(({ id }) => !id.startsWith(spanPrefix));
  if (matches.length === 0 && foreign.length === existing.length) return;
  const spans = matches.map(({ path, start, end }, index) => ({
    id: `${spanPrefix}${index + 1}`,
    range: rangeFor(view.source, path, start, end),
    props: {},
    value: newPayload('protected', {}),
  }));
  view.putSpans(OverlayProtected, null, [...foreign, ...spans]);
}

/** Converts each match in the source to a placeholder; one that contains a code stays. */
export function tagsToCodes(source: Runs, matches: readonly TagMatch[]): EditPlan | null {
  const nextId = freeIds(units(source).flatMap(({ runs }) => codesOf(runs).map(({ ref }) => ref.id)));
  const edits = matches.flatMap(({ path, unit, start, end }) => {
    const inside = sliceUnit(unit, start, end);
    if (inside.some(({ kind }) => kind !== 'text')) return [];
    const code = { kind: 'ph', id: nextId(), type: 'code:placeholder', data: dataText(inside) } as const;
    const edit = { start, end, replacement: [code], keepsMeaning: true };
    return [path.length === 0 ? edit : { path, ...edit }];
  });
  return edits.length === 0 ? null : { source: { edits } };
}

/** Counts up through the ids that no code has. */
function freeIds(used: readonly string[]): () => string {
  const usedIds = new Set(used);
  let number = 0;
  return () => {
    do number += 1;
    while (usedIds.has(String(number)));
    return String(number);
  };
}

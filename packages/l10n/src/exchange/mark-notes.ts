import { OverlayType, runsText, type Block, type Note } from '@helve/flow';
import { extractRuns } from '@helve/flow/content';

/** Kinds of marked text that translators are told of. */
const told = [
  [OverlayType.OverlayProtected, 'Do not translate'],
  [OverlayType.OverlayTerm, 'Terms'],
] as const;

/** Tells translators which stretches of a source are not to be translated, and which are terms. */
export function markNotes({ source, overlays }: Block): readonly Note[] {
  return told.flatMap(([type, label]): readonly Note[] => {
    const spans = overlays
      .filter((overlay) => overlay.type === type && overlay.variant === null)
      .flatMap((one) => one.spans);
    const texts = spans.flatMap(({ range }) => (range === undefined ? [] : [runsText(extractRuns(source, range))]));
    const distinct = [...new Set(texts.filter((text) => text.trim() !== ''))];
    return distinct.length === 0 ? [] : [{ text: `${label}: ${distinct.join(', ')}` }];
  });
}

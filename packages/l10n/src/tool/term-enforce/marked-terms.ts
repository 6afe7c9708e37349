import { OverlayType, payloadOf, type BlockView, type Path, type RunRange } from '@helve/flow';
import { samePath, topPath } from '@helve/flow/content';
import { fitsLocale } from '../../term/fits-locale.js';
import type { TermMarker } from '../../term/term-span.js';

/** A term that a person, a file or another tool has marked in a source. */
export interface MarkedTerm {
  readonly text: string;
  /** The best first. */
  readonly targets: readonly string[];
  readonly range: RunRange;
}

/** Lists the terms that others have marked and that have a target of an accepted status, or of none. */
export function markedByOthers(
  view: BlockView,
  { prefix, locale }: TermMarker,
  checkStatuses: readonly string[],
): readonly MarkedTerm[] {
  const existing = view.overlays(OverlayType.OverlayTerm, null);
  if (existing.length === 0) return [];
  const [own, glossary] = [`${prefix}-${locale}-`, `glossary-${locale}-`];
  const others = existing.filter(({ id }) => !id.startsWith(own) && !id.startsWith(glossary));
  return others.flatMap(({ range, value }) => {
    const term = payloadOf(value, 'term');
    if (term === undefined || range === undefined) return [];
    const targets = term.targets
      .filter((each) => fitsLocale(each.locale, locale))
      .filter(({ status }) => status === undefined || checkStatuses.includes(status))
      .map(({ text }) => text);
    return targets.length === 0 ? [] : [{ text: term.text, targets, range }];
  });
}

/** True when a mark is in a unit of the source. */
export function isInUnit({ range }: MarkedTerm, path: Path): boolean {
  return samePath(range.path ?? topPath, path);
}

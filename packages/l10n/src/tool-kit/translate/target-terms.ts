import { OverlayType, overlayOf, payloadOf, type Block, type LocaleId } from '@helve/flow';

/** Lists the terms found in a source, each with its translation. */
export function targetTerms(block: Block, to: LocaleId): { readonly source: string; readonly target: string }[] {
  return (overlayOf(block, OverlayType.OverlayTerm, null)?.spans ?? []).flatMap(({ value }) => {
    const term = payloadOf(value, 'term');
    const ours = term?.targets.filter(({ locale }) => locale === to) ?? [];
    const chosen = ours.find(({ status }) => status === 'preferred') ?? ours[0];
    return term === undefined || chosen === undefined ? [] : [{ source: term.text, target: chosen.text }];
  });
}

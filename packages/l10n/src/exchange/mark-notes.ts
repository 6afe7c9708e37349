import { OverlayType, runsText, type Block, type LocaleId, type Note, type OverlaySpan } from '@helve/flow';
import { extractRuns } from '@helve/flow/content';
import { termTargets } from './source-mark.js';

/**
 * Tells translators which stretches of a source are not to be translated, unless marks show them already, and which are
 * terms, with their translations.
 */
export function markNotes(block: Block, locale: LocaleId, marked: ReadonlySet<OverlaySpan>): readonly Note[] {
  const hidden = spansOf(block, OverlayType.OverlayProtected).filter((span) => !marked.has(span));
  const terms = spansOf(block, OverlayType.OverlayTerm);
  return [
    ...noteOf(
      'Do not translate',
      hidden.map((span) => textOf(block, span)),
    ),
    ...noteOf(
      'Terms',
      terms.map((span) => termText(textOf(block, span), termTargets(span, locale))),
    ),
  ];
}

function spansOf({ overlays }: Block, wanted: string): readonly OverlaySpan[] {
  return overlays.filter(({ type, variant }) => type === wanted && variant === null).flatMap(({ spans }) => spans);
}

function textOf({ source }: Block, { range }: OverlaySpan): string {
  return range === undefined ? '' : runsText(extractRuns(source, range)).trim();
}

function termText(text: string, targets: readonly string[]): string {
  return text === '' || targets.length === 0 ? text : `${text} = ${targets.join(' / ')}`;
}

function noteOf(label: string, texts: readonly string[]): readonly Note[] {
  const distinct = [...new Set(texts.filter((text) => text !== ''))];
  return distinct.length === 0 ? [] : [{ text: `${label}: ${distinct.join(', ')}` }];
}

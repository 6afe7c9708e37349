import { pageText } from './page-text.js';
import type { FindingText } from '../collect-findings.js';
import type { TextPiece } from '../text-piece.js';
import { directionOf } from './direction.js';

/** Renders one side of a block: its text, with inline codes as chips. */
export function textSide({ locale, pieces }: FindingText): string {
  const name = pageText(locale);
  const content = pieces.length === 0 ? '<span class="empty">empty</span>' : pieces.map(piece).join('');
  return `<p lang="${name}" dir="${directionOf(locale)}"><small>${name}</small>${content}</p>`;
}

function piece({ kind, text, fault }: TextPiece): string {
  const escaped = pageText(text);
  const shown = kind === 'text' ? escaped : `<span class="${kind}" dir="ltr">${escaped}</span>`;
  return fault === true ? `<mark>${shown}</mark>` : shown;
}

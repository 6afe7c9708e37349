import type { BlockView } from '@helve/flow';
import { topPath } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { wholeUnit } from '../../check/unit-range.js';
import { hasContent } from '../../check/has-content.js';
import { toDraft } from './qa-pair.js';

/** Switches of the rules about missing content. */
export interface ContentOptions {
  readonly checkEmptyTarget: boolean;
  readonly checkEmptySource: boolean;
}

/** Adds findings about a side without content; returns true when both have content and can be compared. */
export function checkContent(
  view: BlockView,
  variant: string,
  { checkEmptyTarget, checkEmptySource }: ContentOptions,
  found: FindingDraft[],
): boolean {
  const target = view.target(variant)?.runs;
  const inSource = hasContent(view.source);
  const inTarget = target !== undefined && hasContent(target);
  if (inSource && inTarget) return true;
  if (inSource && checkEmptyTarget) {
    const source = wholeUnit({ runs: view.source, path: topPath });
    const message = `The source is not translated into "${variant}"`;
    found.push(toDraft({ variant }, 'qa.empty-target', message, { source }));
  }
  if (target !== undefined && inTarget && checkEmptySource) {
    const range = wholeUnit({ runs: target, path: topPath });
    found.push(toDraft({ variant }, 'qa.empty-source', 'The target has text, but the source has none', { range }));
  }
  return false;
}

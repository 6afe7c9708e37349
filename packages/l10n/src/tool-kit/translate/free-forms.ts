import type { LocaleId, Runs } from '@helve/flow';
import { containsForms, unitAt, type BlockSides, type SegmentToTranslate } from '@helve/flow/content';
import { hasContent } from '../../check/has-content.js';

/** The forms of a plural or select of which only some are translated. */
export interface PartialForms {
  /** Keys of the texts that are empty. */
  readonly free: ReadonlySet<string>;
  /** The translated forms, by the key of their text. */
  readonly kept: ReadonlyMap<string, Runs>;
}

/** Finds the empty forms of a target that has others; undefined where no form is empty, or all are. */
export function partialForms(
  sides: BlockSides,
  locale: LocaleId,
  texts: readonly SegmentToTranslate[],
): PartialForms | undefined {
  const target = sides.target(locale);
  if (target === undefined || !isOpen(target.status) || !containsForms(target.runs)) return undefined;
  const free = new Set<string>();
  const kept = new Map<string, Runs>();
  let hasEmpty = false;
  for (const { key, path, ignorable } of texts) {
    if (path.length === 0 || ignorable) continue;
    const unit = unitAt(target.runs, path);
    if (unit !== undefined && hasContent(unit)) kept.set(key, unit);
    else free.add(key);
    hasEmpty ||= unit !== undefined && !kept.has(key);
  }
  return hasEmpty && kept.size > 0 ? { free, kept } : undefined;
}

function isOpen(status: string): boolean {
  return status === 'draft' || status === 'translated';
}

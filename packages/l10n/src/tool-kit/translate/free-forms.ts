import type { LocaleId, Runs } from '@helve/flow';
import {
  containsForms,
  isOnlySpaceAndCodes,
  pathText,
  unitAt,
  units,
  type BlockSides,
  type SegmentToTranslate,
} from '@helve/flow/content';
import { hasContent } from '../../check/has-content.js';
import { lacksForms } from '../../check/lacking-forms.js';

/** The forms of a plural or select of which only some are translated. */
export interface PartialForms {
  /** Keys of the texts that are empty or missing. */
  readonly free: ReadonlySet<string>;
  /** The translated forms, by the key of their text. */
  readonly kept: ReadonlyMap<string, Runs>;
}

/** Request for the forms of a target that an engine may fill. */
export interface FormRequest {
  readonly locale: LocaleId;
  readonly texts: readonly SegmentToTranslate[];
  /** Format of the document. */
  readonly format: string | undefined;
}

/**
 * Finds the empty and missing forms of a target that has others; undefined where nothing is free, or all is, or where
 * a form of the target would be lost.
 */
export function partialForms(sides: BlockSides, { locale, texts, format }: FormRequest): PartialForms | undefined {
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
  // Text around a plural is that of the source where forms are added.
  const lacks = isBare(sides.source) && isBare(target.runs) && lacksForms(target.runs, locale, format);
  return (hasEmpty || lacks) && kept.size > 0 && keepsAll(target.runs, kept) ? { free, kept } : undefined;
}

function isBare(runs: Runs): boolean {
  return runs.length === 1;
}

/** True when every form with words is kept. */
function keepsAll(target: Runs, kept: PartialForms['kept']): boolean {
  return units(target).every(
    ({ path, runs }) => path.length === 0 || isOnlySpaceAndCodes(runs) || kept.has(pathText(path)),
  );
}

function isOpen(status: string): boolean {
  return status === 'draft' || status === 'translated';
}

import type { Json } from '@helve/core';
import { units, type BlockView, type Runs } from '@helve/flow';
import { containsForms, pathText, variantLocale } from '@helve/flow/content';

/** Counts one unit. */
export type CountUnit<Count extends Json> = (unit: Runs, locale: string) => Count;

/** The counts of the sides of a block. The total of a plural takes its `other` forms; `forms` has all of them. */
export interface SideCounts<Count extends Json> {
  readonly source?: Count;
  readonly targets: { readonly [variant: string]: Count };
  readonly forms: { readonly [path: string]: Count };
}

export interface CountSidesOptions<Count extends Json> {
  readonly countSource: boolean;
  readonly countTarget: boolean;
  /** Adds every form of a plural to the total, not only its `other` forms. Default: false. */
  readonly countAllForms?: boolean;
  readonly count: CountUnit<Count>;
  readonly add: (one: Count, other: Count) => Count;
}

/** The forms of content without plurals. */
export const noForms: { readonly [path: string]: never } = Object.freeze({});

/** Counts the source and every target of a block. */
export function countSides<Count extends Json>(view: BlockView, options: CountSidesOptions<Count>): SideCounts<Count> {
  const { countSource, countTarget } = options;
  const targets = countTarget ? countTargets(view, options) : noForms;
  if (!countSource) return { targets, forms: noForms };
  const { total, forms } = countSide(view.source, view.sourceLocale, options);
  return { source: total, targets, forms };
}

function countTargets<Count extends Json>(view: BlockView, options: CountSidesOptions<Count>): Record<string, Count> {
  const targets: Record<string, Count> = {};
  for (const variant of view.variants) {
    const runs = view.target(variant)?.runs;
    if (runs !== undefined) targets[variant] = countSide(runs, variantLocale(variant), options).total;
  }
  return Object.freeze(targets);
}

function countSide<Count extends Json>(runs: Runs, locale: string, options: CountSidesOptions<Count>) {
  const { count, add, countAllForms = false } = options;
  // Nearly all content has no forms.
  if (!containsForms(runs)) return { total: count(runs, locale), forms: noForms };
  const [top, ...forms] = units(runs);
  let total = count(top?.runs ?? runs, locale);
  const byPath: Record<string, Count> = {};
  for (const { path, runs: unit } of forms) {
    const counted = count(unit, locale);
    byPath[pathText(path)] = counted;
    if (countAllForms || path.every(({ form }) => form === 'other')) total = add(total, counted);
  }
  return { total, forms: Object.freeze(byPath) };
}

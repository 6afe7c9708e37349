import {
  editText,
  units,
  unitText,
  type BlockView,
  type EditPlan,
  type Path,
  type RunEdit,
  type Runs,
  type Side,
  type SideEdit,
} from '@helve/flow';
import { variantLocale, type TextEdit } from '@helve/flow/content';

/** Returns the parameters of a tool that works on the source, on targets, or on both. */
export function sidesProperties(source: boolean, target: boolean) {
  return {
    applySource: { type: 'boolean', default: source, description: 'Apply to the source.' },
    applyTarget: { type: 'boolean', default: target, description: 'Apply to every target of the run.' },
  } as const;
}

/** The sides that a tool works on. */
export interface Sides {
  readonly applySource: boolean;
  readonly applyTarget: boolean;
}

/** Computes the changes of the text of one unit, in code points. */
export type EditUnit = (
  text: string,
  locale: string,
  unit: { readonly runs: Runs; readonly path: Path; readonly side: Side },
) => readonly TextEdit[];

/** Plans text changes in all units of the chosen sides; null when nothing changes, or the block is not translatable. */
export function planTextEdits(
  view: BlockView,
  sides: Sides,
  edit: EditUnit,
  options: { readonly keepsMeaning?: boolean } = {},
): EditPlan | null {
  if (!view.translatable) return null;
  return planSides(view, sides, (runs, locale, side) => {
    const edits: RunEdit[] = [];
    for (const unit of units(runs)) {
      const changes = edit(unitText(unit.runs), locale, { ...unit, side });
      if (changes.length > 0) edits.push(...(editText(runs, unit.path, changes, options).edits ?? []));
    }
    return edits.length === 0 ? undefined : { edits };
  });
}

/** One side of a block that a tool works on. */
export interface ChosenSide {
  readonly side: Side;
  readonly runs: Runs;
  readonly locale: string;
}

/** Lists the sides of a block that a tool works on: the source, and every target. */
export function chooseSides(view: BlockView, { applySource, applyTarget }: Sides): readonly ChosenSide[] {
  const source = applySource ? [{ side: null, runs: view.source, locale: view.sourceLocale }] : [];
  const targets = (applyTarget ? view.variants : []).flatMap((variant) => {
    const runs = view.target(variant)?.runs;
    return runs === undefined ? [] : [{ side: variant, runs, locale: variantLocale(variant) }];
  });
  return [...source, ...targets];
}

/** Plans the result of `change` for each chosen side; null when nothing changes. */
export function planSides(
  view: BlockView,
  sides: Sides,
  change: (runs: Runs, locale: string, side: Side) => SideEdit | undefined,
): EditPlan | null {
  let source: SideEdit | undefined;
  const targets: Record<string, SideEdit> = {};
  for (const { side, runs, locale } of chooseSides(view, sides)) {
    const edit = change(runs, locale, side);
    if (edit === undefined) continue;
    if (side === null) source = edit;
    else targets[side] = edit;
  }
  const some = Object.keys(targets).length > 0;
  if (source === undefined && !some) return null;
  return { ...(source === undefined ? {} : { source }), ...(some ? { targets } : {}) };
}

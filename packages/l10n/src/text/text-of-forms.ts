import { units, unitText, type Runs } from '@helve/flow';

/** Joins the texts of some content, those of every form included. */
export function textOfForms(runs: Runs): string {
  return units(runs)
    .map(({ runs: unit }) => unitText(unit))
    .join('');
}

import { editText, unitText, type EditPlan, type RunEdit, type Runs } from '@helve/flow';
import { diffEdits, topPath } from '@helve/flow/content';
import { runEdits } from '../../tool-kit/run-edits.js';

/** Plans the source edit of a caller that only knows a before and an after. */
export function sourceEdit(before: Runs, after: string | Runs): EditPlan | null {
  const edits = typeof after === 'string' ? textEdits(before, after) : runEdits(before, after);
  return edits.length === 0 ? null : { source: { edits } };
}

function textEdits(before: Runs, after: string): readonly RunEdit[] {
  const changes = diffEdits(unitText(before), after);
  return changes.length === 0 ? [] : (editText(before, topPath, changes).edits ?? []);
}

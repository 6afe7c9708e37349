import { units, type BlockView, type RunEdit, type Side } from '@helve/flow';
import { runStarts } from '@helve/flow/content';
import { TextDraft } from '../../text/text-draft.js';
import { applyReplaceRules, type ReplaceRule, type SideEdits } from '../../tool-kit/replace-texts.js';
import { chooseSides, type Sides } from '../../tool-kit/side-edits.js';

interface TagDraft {
  readonly side: Side;
  readonly draft: TextDraft;
  /** Creates the edit that replaces the data of the code. */
  toEdit(data: string): RunEdit;
}

/** Computes the edits of all replacements in the data of inline codes; the codes keep their positions. */
export function replaceTags(
  view: BlockView,
  sides: Sides,
  replacings: readonly ReplaceRule[],
  signal: AbortSignal,
): SideEdits | Promise<SideEdits> {
  if (replacings.length === 0) return new Map();
  const drafts = chooseSides(view, sides).flatMap(({ side, runs }) => tagDrafts(side, runs));
  const done = applyReplaceRules(
    replacings,
    drafts.map(({ draft }) => draft),
    { block: view.id, signal },
  );
  return done === undefined ? toEdits(drafts) : done.then(() => toEdits(drafts));
}

function tagDrafts(side: Side, runs: Parameters<typeof units>[0]): readonly TagDraft[] {
  return units(runs).flatMap(({ path, runs: unit }) => {
    const starts = runStarts(unit);
    return unit.flatMap((run, index) => {
      if (!('data' in run)) return [];
      const start = starts[index] ?? 0;
      const range = { ...(path.length === 0 ? {} : { path }), start, end: start + 1, keepsMeaning: true };
      const toEdit = (data: string): RunEdit => ({ ...range, replacement: [{ ...run, data }] });
      return [{ side, draft: new TextDraft(run.data), toEdit }];
    });
  });
}

function toEdits(drafts: readonly TagDraft[]): SideEdits {
  const edits = new Map<Side, RunEdit[]>();
  for (const { side, draft, toEdit } of drafts) {
    if (draft.edits().length > 0) edits.set(side, [...(edits.get(side) ?? []), toEdit(draft.text)]);
  }
  return edits;
}

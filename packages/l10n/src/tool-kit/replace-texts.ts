import { andThen, type MaybePromise } from '@helve/core';
import {
  editText,
  units,
  unitText,
  type BlockView,
  type EditPlan,
  type Path,
  type RunEdit,
  type Side,
} from '@helve/flow';
import { expandReplacement, type Pattern, type PatternMatch } from '../pattern/compile-pattern.js';
import { TextDraft } from '../text/text-draft.js';
import { chooseSides, type Sides } from './side-edits.js';

/** A search with its replacement. */
export interface ReplaceRule {
  readonly pattern: Pattern;
  readonly replace: string;
  /** True when the replacement is literal, so that a dollar is a dollar. */
  readonly literal: boolean;
  readonly firstOnly: boolean;
}

/** Edits of each side. */
export type SideEdits = ReadonlyMap<Side, readonly RunEdit[]>;

/** A unit of a side during the replacements. */
interface UnitDraft {
  readonly side: Side;
  readonly path: Path;
  readonly draft: TextDraft;
}

/** Computes the edits of all replacements in the text of the chosen sides, each on the result of the one before. */
export function replaceTexts(
  view: BlockView,
  sides: Sides,
  replacings: readonly ReplaceRule[],
): SideEdits | Promise<SideEdits> {
  const drafts = chooseSides(view, sides).flatMap(({ side, runs }) =>
    units(runs).map(({ path, runs: unit }) => ({ side, path, draft: new TextDraft(unitText(unit)) })),
  );
  const done = applyReplaceRules(
    replacings,
    drafts.map(({ draft }) => draft),
  );
  return andThen(done, () => toEdits(view, sides, drafts));
}

/** Applies replacements to texts: in place as long as patterns allow it, on a thread from the first that does not. */
export function applyReplaceRules(
  replacings: readonly ReplaceRule[],
  drafts: readonly TextDraft[],
): MaybePromise<undefined> {
  const [replacing, ...others] = replacings;
  if (replacing === undefined) return undefined;
  const texts = drafts.map(({ text }) => text);
  return andThen(replacing.pattern.matchesIn(texts), (found) => {
    replaceMatches(replacing, drafts, texts, found);
    return applyReplaceRules(others, drafts);
  });
}

/** Creates the plan of some edits; null when there are none. */
export function replacementPlan(edits: SideEdits): EditPlan | null {
  const some = [...edits].filter(([, list]) => list.length > 0);
  if (some.length === 0) return null;
  const source = edits.get(null) ?? [];
  const targets = some.flatMap(([side, list]) => (side === null ? [] : [[side, { edits: list }] as const]));
  return {
    ...(source.length === 0 ? {} : { source: { edits: source } }),
    ...(targets.length === 0 ? {} : { targets: Object.fromEntries(targets) }),
  };
}

function replaceMatches(
  { replace, literal, firstOnly }: ReplaceRule,
  drafts: readonly TextDraft[],
  texts: readonly string[],
  found: readonly (readonly PatternMatch[])[],
): void {
  drafts.forEach((draft, index) => {
    const matches = found[index] ?? [];
    const text = texts[index] ?? '';
    const chosen = firstOnly ? matches.slice(0, 1) : matches;
    if (chosen.length === 0) return;
    draft.replace(
      chosen.map((match) => ({
        start: match.start,
        end: match.end,
        text: literal ? replace : expandReplacement(replace, text, match),
      })),
    );
  });
}

function toEdits(view: BlockView, sides: Sides, drafts: readonly UnitDraft[]): SideEdits {
  const edits = new Map<Side, RunEdit[]>();
  for (const { side, runs } of chooseSides(view, sides)) {
    for (const { path, draft } of drafts.filter((each) => each.side === side)) {
      const changes = draft.edits();
      if (changes.length > 0)
        edits.set(side, [...(edits.get(side) ?? []), ...(editText(runs, path, changes).edits ?? [])]);
    }
  }
  return edits;
}

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
import { l10nErrors } from '../l10n-errors.js';
import { expandReplacement, type Pattern, type PatternMatch } from '../pattern/compile-pattern.js';
import { areLong, nextTurn } from '../pattern/next-turn.js';
import { TextDraft, type Replacement } from '../text/text-draft.js';
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
  signal: AbortSignal,
): SideEdits | Promise<SideEdits> {
  const drafts = chooseSides(view, sides).flatMap(({ side, runs }) =>
    units(runs).map(({ path, runs: unit }) => ({ side, path, draft: new TextDraft(unitText(unit)) })),
  );
  const done = applyReplaceRules(
    replacings,
    drafts.map(({ draft }) => draft),
    { block: view.id, signal },
  );
  return andThen(done, () => toEdits(view, sides, drafts));
}

/** The block whose texts are replaced, and the signal that ends the work. */
export interface ReplaceContext {
  readonly block: string;
  readonly signal: AbortSignal;
}

/**
 * Applies replacements to texts: in place as long as patterns allow it, on a thread from the first that does not. Texts
 * that grow beyond the limit are refused.
 */
export function applyReplaceRules(
  replacings: readonly ReplaceRule[],
  drafts: readonly TextDraft[],
  context: ReplaceContext,
  maxChars = growthLimit(drafts),
): MaybePromise<undefined> {
  const [replacing, ...others] = replacings;
  const texts = drafts.map(({ text }) => text);
  if (replacing === undefined) return areLong(texts) ? nextTurn(context.signal) : undefined;
  return andThen(replacing.pattern.matchesIn(texts, context.signal), (found) => {
    let charsLeft = maxChars - totalChars(texts);
    drafts.forEach((draft, index) => {
      const replacements = toReplacements(replacing, texts[index] ?? '', found[index] ?? [], (grownChars) => {
        charsLeft -= grownChars;
        if (charsLeft < 0) throw grownTooLong(context.block, maxChars);
      });
      if (replacements.length > 0) draft.replace(replacements);
    });
    return applyReplaceRules(others, drafts, context, maxChars);
  });
}

/** Replacements may make texts this many times as long. */
const MAX_GROWTH = 16;
/** Texts may always grow to this length. */
const ALWAYS_ALLOWED_CHARS = 1_048_576;

function growthLimit(drafts: readonly TextDraft[]): number {
  return Math.max(MAX_GROWTH * totalChars(drafts.map(({ text }) => text)), ALWAYS_ALLOWED_CHARS);
}

function totalChars(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function grownTooLong(block: string, limit: number): Error {
  const what = 'the text with its replacements';
  return l10nErrors.create('L10N_LIMIT', { act: 'replace texts in', file: block, what, limit }, { details: { limit } });
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

/** Converts matches to replacements; `note` hears by how many characters each grows the text, and may throw. */
function toReplacements(
  { replace, literal, firstOnly }: ReplaceRule,
  text: string,
  matches: readonly PatternMatch[],
  note: (grownChars: number) => void,
): readonly Replacement[] {
  return (firstOnly ? matches.slice(0, 1) : matches).map((match) => {
    const { start, end } = match;
    const replacement = literal ? replace : expandReplacement(replace, text, match);
    note(replacement.length - (end - start));
    return { start, end, text: replacement };
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

import {
  editText,
  resolveSides,
  units,
  unitText,
  type BlockView,
  type EditPlan,
  type Path,
  type RunEdit,
  type Side,
} from '@helve/flow';
import { compilePattern, expandReplacement, type Pattern, type PatternMatch } from '../../pattern/compile-pattern.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { sidesOf, sidesProperties, type Sides } from '../side-edits.js';
import { TextDraft } from './text-draft.js';

/** What is searched, and what is put in its place. */
interface Pair {
  readonly pattern: Pattern;
  readonly replace: string;
  readonly literal: boolean;
  readonly firstOnly: boolean;
}

/** Finds text and puts other text in its place, across inline codes and in every form. */
export const searchReplace = flowToolEntry({
  meta: {
    id: 'search-replace',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Search and replace',
    description: 'Replaces texts or patterns, in order, in the source, in targets or in both.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    writesOutput: true,
  },
  properties: {
    pairs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          search: { type: 'string', minLength: 1, description: 'Is the text or pattern to find.' },
          replace: { type: 'string', description: 'Is put in its place; $1, $<name>, $& and $$ are filled in.' },
          regEx: { type: 'boolean', description: 'Reads this search as a regular expression.' },
          ignoreCase: { type: 'boolean', description: 'Finds this text whatever its case.' },
        },
        required: ['search', 'replace'],
      },
      default: [],
      description: 'Lists what is searched and replaced, each on the result of the one before.',
    },
    search: { type: 'string', minLength: 1, description: 'Is the text or pattern to find, for a single replacement.' },
    replace: { type: 'string', description: 'Is put in its place.' },
    regEx: { type: 'boolean', default: false, description: 'Reads what is searched as a regular expression.' },
    ignoreCase: { type: 'boolean', default: false, description: 'Finds text whatever its case.' },
    dotAll: { type: 'boolean', default: false, description: 'Lets the dot of a pattern match line ends.' },
    multiLine: { type: 'boolean', default: false, description: 'Lets ^ and $ of a pattern match at line ends.' },
    wholeWord: { type: 'boolean', default: false, description: 'Finds whole words only.' },
    replaceAll: { type: 'boolean', default: true, description: 'Replaces every match, not only the first of a unit.' },
    ...sidesProperties(false, true),
  },
  resolve: (config, info) => {
    const sides = resolveSides(config, info);
    return { ...sides, diagnostics: [...(sides.diagnostics ?? []), ...findingsOf(config)] };
  },
  create: (config) => {
    const pairs = pairsOf(config);
    return { transform: (view) => planReplacements(view, config, pairs) };
  },
});

interface Searches {
  readonly pairs: readonly { search: string; replace: string; regEx?: boolean; ignoreCase?: boolean }[];
  readonly search?: string;
  readonly replace?: string;
  readonly regEx: boolean;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiLine: boolean;
  readonly wholeWord: boolean;
  readonly replaceAll: boolean;
}

function pairsOf(config: Searches): readonly Pair[] {
  const { search, replace, dotAll, multiLine, wholeWord } = config;
  const listed = search === undefined || replace === undefined ? config.pairs : [{ search, replace }, ...config.pairs];
  return listed.map((pair) => {
    const literal = !(pair.regEx ?? config.regEx);
    const ignoreCase = pair.ignoreCase ?? config.ignoreCase;
    const pattern = compilePattern(pair.search, { literal, ignoreCase, dotAll, multiLine, wholeWord });
    return { pattern, replace: pair.replace, literal, firstOnly: !config.replaceAll };
  });
}

/** What only a look at several parameters together can find. */
function findingsOf(config: Searches) {
  const { pairs, search, replace } = config;
  const single = search !== undefined && replace !== undefined;
  if ((search === undefined) !== (replace === undefined) || single === pairs.length > 0) {
    const hint = 'Give one of the two forms';
    return [{ severity: 'error', message: 'Expected either "pairs", or "search" with "replace"', hint } as const];
  }
  try {
    for (const { pattern } of pairsOf(config)) pattern.close();
    return [];
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error) } as const];
  }
}

/** A unit of a side on its way through the pairs. */
interface UnitDraft {
  readonly side: Side;
  readonly path: Path;
  readonly draft: TextDraft;
}

function planReplacements(
  view: BlockView,
  sides: Sides,
  pairs: readonly Pair[],
): EditPlan | null | Promise<EditPlan | null> {
  const drafts = sidesOf(view, sides).flatMap(({ side, runs }) =>
    units(runs).map(({ path, runs: unit }) => ({ side, path, draft: new TextDraft(unitText(unit)) })),
  );
  const done = applyPairs(pairs, drafts);
  return done === undefined ? toPlan(view, sides, drafts) : done.then(() => toPlan(view, sides, drafts));
}

/** In place as long as patterns are; on a thread from the first that is not. */
function applyPairs(pairs: readonly Pair[], drafts: readonly UnitDraft[]): undefined | Promise<undefined> {
  for (const [index, pair] of pairs.entries()) {
    const texts = drafts.map(({ draft }) => draft.text);
    const found = pair.pattern.matchesIn(texts);
    if (found instanceof Promise) {
      return found.then((matches) => {
        replaceMatches(pair, drafts, texts, matches);
        return applyPairs(pairs.slice(index + 1), drafts);
      });
    }
    replaceMatches(pair, drafts, texts, found);
  }
  return undefined;
}

function replaceMatches(
  { replace, literal, firstOnly }: Pair,
  drafts: readonly UnitDraft[],
  texts: readonly string[],
  found: readonly (readonly PatternMatch[])[],
): void {
  drafts.forEach(({ draft }, index) => {
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

function toPlan(view: BlockView, sides: Sides, drafts: readonly UnitDraft[]): EditPlan | null {
  const edits = new Map<Side, RunEdit[]>();
  for (const { side, runs } of sidesOf(view, sides)) {
    for (const { path, draft } of drafts.filter((each) => each.side === side)) {
      const changes = draft.edits();
      if (changes.length > 0)
        edits.set(side, [...(edits.get(side) ?? []), ...(editText(runs, path, changes).edits ?? [])]);
    }
  }
  if (edits.size === 0) return null;
  const source = edits.get(null);
  const targets = [...edits].flatMap(([side, list]) => (side === null ? [] : [[side, { edits: list }] as const]));
  return {
    ...(source === undefined ? {} : { source: { edits: source } }),
    ...(targets.length === 0 ? {} : { targets: Object.fromEntries(targets) }),
  };
}

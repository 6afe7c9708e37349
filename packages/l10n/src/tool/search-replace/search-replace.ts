import { andThen } from '@helve/core';
import { resolveSides, type ResolverFinding } from '@helve/flow';
import type { ThreadSource } from '@helve/flow/engine';
import { compilePattern } from '../../pattern/compile-pattern.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { replacementPlan, replaceTexts, type ReplaceRule } from '../../tool-kit/replace-texts.js';
import { sidesProperties } from '../../tool-kit/side-edits.js';

/** Finds text and replaces it, across inline codes and in every form. */
export const searchReplace = flowToolEntry({
  meta: {
    id: 'search-replace',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Search and replace',
    description: 'Replaces texts or patterns, in order, in the source, the targets or both.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    writesOutput: true,
  },
  groups: [
    { id: 'text', title: 'Text', properties: ['search', 'replace', 'pairs'] },
    {
      id: 'matching',
      title: 'Matching',
      properties: ['regEx', 'ignoreCase', 'wholeWord', 'replaceAll', 'multiLine', 'dotAll'],
    },
    { id: 'sides', title: 'Sides', properties: ['applyTarget', 'applySource'] },
  ],
  properties: {
    pairs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          search: { type: 'string', minLength: 1, description: 'Text or pattern to find.' },
          replace: { type: 'string', description: 'Replacement; $1, $<name>, $& and $$ are filled in.' },
          regEx: { type: 'boolean', description: 'Treat this search as a regular expression.' },
          ignoreCase: { type: 'boolean', description: 'Ignore the case of this text.' },
        },
        required: ['search', 'replace'],
      },
      default: [],
      description: 'Searches and replacements, each applied to the result of the one before.',
    },
    search: { type: 'string', minLength: 1, description: 'Text or pattern to find, for a single replacement.' },
    replace: { type: 'string', description: 'Replacement.' },
    regEx: { type: 'boolean', default: false, description: 'Treat searches as regular expressions.' },
    ignoreCase: { type: 'boolean', default: false, description: 'Ignore case.' },
    dotAll: { type: 'boolean', default: false, description: 'Let the dot of a pattern match line breaks.' },
    multiLine: { type: 'boolean', default: false, description: 'Let ^ and $ of a pattern match at line breaks.' },
    wholeWord: { type: 'boolean', default: false, description: 'Match whole words only.' },
    replaceAll: {
      type: 'boolean',
      default: true,
      description: 'Replace every match, not only the first one in a unit.',
    },
    ...sidesProperties(false, true),
  },
  resolve: (config, info) => {
    const sides = resolveSides(config, info);
    return { ...sides, diagnostics: [...(sides.diagnostics ?? []), ...checkConfig(config)] };
  },
  create: (config) => {
    let pairs: readonly ReplaceRule[] | undefined;
    return {
      transform(view, { signal, resources }) {
        if (!view.translatable) return null;
        pairs ??= compileRules(config, resources.threads);
        return andThen(replaceTexts(view, config, pairs, signal), replacementPlan);
      },
    };
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

type Pair = Searches['pairs'][number];

function compileRules(config: Searches, threads?: ThreadSource): readonly ReplaceRule[] {
  const { search, replace } = config;
  const listed = search === undefined || replace === undefined ? config.pairs : [{ search, replace }, ...config.pairs];
  return listed.map((pair) => compileRule(pair, config, threads));
}

function compileRule(pair: Pair, config: Searches, threads?: ThreadSource): ReplaceRule {
  const { dotAll, multiLine, wholeWord } = config;
  const literal = !(pair.regEx ?? config.regEx);
  const ignoreCase = pair.ignoreCase ?? config.ignoreCase;
  const pattern = compilePattern(pair.search, { literal, ignoreCase, dotAll, multiLine, wholeWord, threads });
  return { pattern, replace: pair.replace, literal, firstOnly: !config.replaceAll };
}

/** Checks several parameters together. */
function checkConfig(config: Searches): readonly ResolverFinding[] {
  const { pairs, search, replace } = config;
  const single = search !== undefined && replace !== undefined;
  if ((search === undefined) !== (replace === undefined) || single === pairs.length > 0) {
    const hint = 'Use one of the two forms';
    return [{ severity: 'error', message: 'Expected either "pairs", or "search" with "replace"', hint }];
  }
  if (single) return checkPair({ search, replace }, config, '/search');
  return pairs.flatMap((pair, index) => checkPair(pair, config, `/pairs/${index}/search`));
}

function checkPair(pair: Pair, config: Searches, pointer: string): readonly ResolverFinding[] {
  try {
    compileRule(pair, config);
    return [];
  } catch (error) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error), pointer }];
  }
}

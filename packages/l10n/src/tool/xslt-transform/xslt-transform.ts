import { andThen, gather } from '@helve/core';
import { resolveSides, type EditPlan, type RunEdit, type Side } from '@helve/flow';
import { comparePaths, samePath } from '@helve/flow/content';
import type { ThreadSource } from '@helve/flow/engine';
import { compilePattern } from '../../pattern/compile-pattern.js';
import { patternProblem } from '../../pattern/pattern-problem.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { replacementPlan, replaceTexts, type ReplaceRule, type SideEdits } from '../../tool-kit/replace-texts.js';
import { sidesProperties } from '../../tool-kit/side-edits.js';
import { replaceTags } from './replace-tags.js';

/** Rewrites text, or the tags in it, by regular expressions. */
export const xsltTransform = flowToolEntry({
  meta: {
    id: 'xslt-transform',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Rewrite text and tags',
    description: 'Rewrites text, or the data of inline codes, with regular expressions in order; this is not XSLT.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    writesOutput: true,
  },
  properties: {
    rules: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pattern: { type: 'string', minLength: 1, description: 'Regular expression.' },
          replace: { type: 'string', description: 'Replacement; $1, $<name>, $& and $$ are filled in.' },
          scope: {
            enum: ['text', 'tag'],
            default: 'text',
            description: 'Apply to text, or to the data of inline codes.',
          },
        },
        required: ['pattern', 'replace'],
      },
      minItems: 1,
      description: 'Replacements, each applied to the result of the one before.',
    },
    ...sidesProperties(true, false),
  },
  required: ['rules'],
  resolve: (config, info) => {
    const sides = resolveSides(config, info);
    const problems = config.rules.flatMap(({ pattern }, index) => patternProblem(pattern, `/rules/${index}/pattern`));
    return { ...sides, diagnostics: [...(sides.diagnostics ?? []), ...problems] };
  },
  create: ({ rules, ...sides }) => {
    let compiled: CompiledRules | undefined;
    return {
      transform(view, { signal, resources: { threads } }) {
        if (!view.translatable) return null;
        compiled ??= { text: compileRules(rules, 'text', threads), tag: compileRules(rules, 'tag', threads) };
        const found = gather([
          replaceTexts(view, sides, compiled.text, signal),
          replaceTags(view, sides, compiled.tag, signal),
        ]);
        return andThen(found, joinedPlan);
      },
    };
  },
});

interface Rule {
  readonly pattern: string;
  readonly replace: string;
  readonly scope?: Scope;
}

type Scope = 'text' | 'tag';
type CompiledRules = Readonly<Record<Scope, readonly ReplaceRule[]>>;

function compileRules(rules: readonly Rule[], wanted: Scope, threads?: ThreadSource): readonly ReplaceRule[] {
  return rules
    .filter(({ scope = 'text' }) => scope === wanted)
    .map(({ pattern, replace }) => ({
      pattern: compilePattern(pattern, { threads }),
      replace,
      literal: false,
      firstOnly: false,
    }));
}

/** Joins text and tag edits; a tag inside an edited text is not rewritten. */
function joinedPlan([texts = new Map(), tags = new Map()]: readonly SideEdits[]): EditPlan | null {
  const sides = new Map<Side, readonly RunEdit[]>(texts);
  for (const [side, edits] of tags) {
    const inText = texts.get(side) ?? [];
    const tagEdits = edits.filter((tag) => !inText.some((text) => holds(text, tag)));
    sides.set(side, [...inText, ...tagEdits].toSorted(byPlace));
  }
  return replacementPlan(sides);
}

function byPlace(one: RunEdit, other: RunEdit): number {
  return comparePaths(one.path, other.path) || one.start - other.start;
}

function holds(outer: RunEdit, { path, start, end }: RunEdit): boolean {
  return samePath(outer.path, path) && outer.start <= start && outer.end >= end && outer.start < outer.end;
}

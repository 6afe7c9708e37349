import { countOf, andThen, gather } from '@helve/core';
import { PortTarget, unitText, type ResolverFinding } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import type { ThreadSource } from '@helve/flow/engine';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { compilePattern, type Pattern, type PatternMatch } from '../../pattern/compile-pattern.js';
import { patternProblem } from '../../pattern/pattern-problem.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { patternRules } from './pattern-rules.js';

/** Finds patterns of a project that both sides must match, or that no target may match. */
export const patternCheck = flowToolEntry({
  meta: {
    id: 'pattern-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Pattern check',
    description: 'Finds patterns that do not match source and target equally often, or that match a target at all.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: checkPorts,
  },
  properties: {
    patterns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, description: 'Purpose of the pattern.' },
          pattern: { type: 'string', minLength: 1, description: 'Regular expression.' },
          mustMatch: { type: 'boolean', description: 'Require as many matches in the target as in the source.' },
          mustNotMatch: { type: 'boolean', description: 'Require no match in the target.' },
        },
        required: ['name', 'pattern'],
      },
      minItems: 1,
      description: 'Patterns to check, each with exactly one of mustMatch and mustNotMatch.',
    },
    severities: severitiesProperty(patternRules),
    targetLocale: targetLocaleProperty,
  },
  required: ['patterns'],
  resolve: ({ patterns }) => ({ diagnostics: patterns.flatMap(findProblems) }),
  create: ({ patterns, severities }) => {
    let compiled: readonly CompiledPattern[] | undefined;
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        const target = comparedTarget(view, variant);
        if (!view.translatable || target === undefined) return undefined;
        const pairs = pairUnits(view.source, target, variantLocale(variant));
        compiled ??= patterns.map((pattern) => compile(pattern, ctx.resources.threads));
        const found = gather(compiled.map((one) => findFaults(one, pairs, variant)));
        return andThen(
          found,
          (drafts) => void reportFindings(view, 'pattern-check', drafts.flat(), { variant, severities }),
        );
      },
    };
  },
});

interface ListedPattern {
  readonly name: string;
  readonly pattern: string;
  readonly mustMatch?: boolean;
  readonly mustNotMatch?: boolean;
}

function findProblems({ name, pattern, mustMatch, mustNotMatch }: ListedPattern, index: number): ResolverFinding[] {
  const pointer = `/patterns/${index}`;
  const problems = [...patternProblem(pattern, `${pointer}/pattern`)];
  if ((mustMatch === true) === (mustNotMatch === true)) {
    const message = `Expected exactly one of "mustMatch" and "mustNotMatch" for "${name}"`;
    problems.push({ severity: 'error', message, pointer });
  }
  return problems;
}

interface CompiledPattern {
  readonly name: string;
  readonly pattern: Pattern;
  readonly forbidden: boolean;
}

function compile({ name, pattern, mustNotMatch }: ListedPattern, threads?: ThreadSource): CompiledPattern {
  return { name, pattern: compilePattern(pattern, { threads }), forbidden: mustNotMatch === true };
}

type Matches = readonly (readonly PatternMatch[])[];

function findFaults(
  { name, pattern, forbidden }: CompiledPattern,
  pairs: readonly UnitPair[],
  variant: string,
): readonly FindingDraft[] | Promise<readonly FindingDraft[]> {
  const sources = forbidden ? [] : pairs.map(({ source }) => unitText(source));
  const targets = pairs.map(({ target }) => unitText(target));
  const toDrafts = (matches: Matches) =>
    pairs.flatMap((pair, index) => {
      const inTarget = matches[sources.length + index] ?? [];
      if (forbidden) return inTarget.map((match) => forbiddenHit(pair, match, name, variant));
      return mismatch(pair, matches[index] ?? [], inTarget, name, variant);
    });
  return andThen(pattern.matchesIn([...sources, ...targets]), toDrafts);
}

function forbiddenHit(pair: UnitPair, { start, end }: PatternMatch, name: string, variant: string): FindingDraft {
  const hit = unitText(pair.target).slice(start, end);
  return {
    rule: 'pattern.forbidden',
    severity: patternRules['pattern.forbidden'].severity,
    message: `"${hit}" matches "${name}", which is forbidden`,
    side: variant,
    range: textRangeIn({ runs: pair.target, path: pair.path }, start, end),
    subject: `${name}: ${hit}`,
  };
}

/** Reports the first match without a counterpart on the other side. */
function mismatch(
  pair: UnitPair,
  inSource: readonly PatternMatch[],
  inTarget: readonly PatternMatch[],
  name: string,
  variant: string,
): readonly FindingDraft[] {
  if (inSource.length === inTarget.length) return [];
  const target = { runs: pair.target, path: pair.path };
  const source = { runs: pair.source, path: pair.sourcePath };
  const extra = inTarget[inSource.length];
  const missing = inSource[inTarget.length];
  return [
    {
      rule: 'pattern.mismatch',
      severity: patternRules['pattern.mismatch'].severity,
      message: `"${name}" matches ${countOf(inSource.length, 'time')} in the source and ${countOf(inTarget.length, 'time')} in the target`,
      side: variant,
      range: extra === undefined ? wholeUnit(target) : textRangeIn(target, extra.start, extra.end),
      other: {
        side: null,
        range: missing === undefined ? wholeUnit(source) : textRangeIn(source, missing.start, missing.end),
      },
      subject: name,
    },
  ];
}

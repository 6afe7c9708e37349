import { andThen } from '@helve/core';
import { OverlayType, PortSource, sourcePort, type StepContext } from '@helve/flow';
import { compilePattern, type Pattern } from '../../pattern/compile-pattern.js';
import { patternProblem } from '../../pattern/pattern-problem.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { findTags } from './find-tags.js';
import { markTags, tagsToCodes } from './protect-tags.js';

const defaults = [
  String.raw`<[^>]+>`,
  String.raw`\{[^\}]+\}`,
  String.raw`%[sdfoexXbBhHtT%]+`,
  String.raw`\$\{[^\}]+\}`,
];

/** Protects matches of patterns in the source from tools that transform or translate text. */
export const tagProtect = flowToolEntry({
  meta: {
    id: 'tag-protect',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Protect tags',
    description: 'Marks tags and placeholders in the source as protected, or converts them to inline codes.',
    cardinality: 'monolingual',
    capability: 'annotate',
    consumes: [],
    produces: [{ type: OverlayType.OverlayProtected, side: PortSource }],
  },
  properties: {
    patterns: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      default: defaults,
      description: 'Regular expressions that match what to protect.',
    },
    mode: {
      enum: ['mark', 'convert'],
      default: 'mark',
      description: 'Mark the matches, or convert them to placeholders.',
    },
  },
  resolve: ({ mode, patterns }) => ({
    ...(mode === 'convert' ? { capability: 'transform', produces: [sourcePort], writesOutput: true } : {}),
    diagnostics: patterns.flatMap((pattern, index) => patternProblem(pattern, `/patterns/${index}`)),
  }),
  create: ({ patterns, mode }) => {
    // Created for the first block: proving a pattern safe takes long, and most instances see none.
    let compiled: readonly Pattern[] | undefined;
    const compile = ({ resources: { threads } }: Pick<StepContext, 'resources'>) =>
      (compiled ??= patterns.map((pattern) => compilePattern(pattern, { threads })));
    if (mode === 'mark') {
      return {
        annotate(view, ctx) {
          if (!view.translatable) return undefined;
          return andThen(findTags(view.source, compile(ctx)), (found) => markTags(view, found));
        },
      };
    }
    return {
      transform(view, ctx) {
        if (!view.translatable) return null;
        return andThen(findTags(view.source, compile(ctx)), (found) => tagsToCodes(view.source, found));
      },
    };
  },
});

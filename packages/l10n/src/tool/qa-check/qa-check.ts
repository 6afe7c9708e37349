import { isPseudoLocale, PortTarget, type BlockView, type ResolverFinding } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { severitiesProperty } from '../../check/check-rule.js';
import { checkPorts } from '../../check/check-port.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { protectedPorts } from '../../tool-kit/protected-text.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { CatalogForms } from './catalog-forms.js';
import { checkChangedSource, checkContent, checkEmptyForm } from './content-rules.js';
import { checkPatterns, compilePairs, type CompiledPair, type PatternPair } from './pattern-rule.js';
import { checkPluralForms } from './plural-rule.js';
import { qaProperties, selectPseudoRules, selectRules } from './qa-options.js';
import { qaPairs, type FileFacts } from './qa-pair.js';
import { checkRepeated } from './repeated-rule.js';
import { qaRules } from './qa-rules.js';

/** Checks a translation like a careful reader who does not know the language. */
export const qaCheck = flowToolEntry({
  meta: {
    id: 'qa-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Quality check',
    description: 'Finds empty targets and differences in white space, codes, numbers, lengths and plural forms.',
    aliases: ['qa'],
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }, ...protectedPorts],
    produces: checkPorts,
  },
  groups: [
    {
      id: 'content',
      title: 'Content',
      properties: [
        'checkEmptyTarget',
        'checkEmptySource',
        'checkChangedSource',
        'checkSameAsSource',
        'sameWithNames',
        'sameWithNumbers',
        'sameWithCodes',
        'checkLanguage',
        'checkCorrupted',
      ],
    },
    {
      id: 'codes',
      title: 'Codes, numbers and plurals',
      properties: [
        'checkCodeDifference',
        'checkNumbers',
        'checkPluralForms',
        'checkSpanConstraints',
        'strictCodeOrder',
        'checkReferences',
        'checkUrls',
        'checkMarkdown',
        'accelerator',
      ],
    },
    {
      id: 'spaces',
      title: 'White space and lines',
      properties: [
        'checkLeadingWhitespace',
        'checkTrailingWhitespace',
        'checkDoubleSpaces',
        'checkLineEnds',
        'checkInvisible',
      ],
    },
    {
      id: 'language',
      title: 'Words and punctuation',
      properties: [
        'checkDoubledWord',
        'doubledWordExceptions',
        'checkEndPunctuation',
        'checkQuotes',
        'checkBrackets',
        'checkCapital',
      ],
    },
    {
      id: 'length',
      title: 'Length',
      properties: [
        'absoluteMax',
        'checkMaxCharLength',
        'maxCharLengthBreak',
        'maxCharLengthAbove',
        'maxCharLengthBelow',
        'checkMinCharLength',
        'minCharLengthBreak',
        'minCharLengthAbove',
        'minCharLengthBelow',
        'charLengthSlack',
      ],
    },
    { id: 'patterns', title: 'Patterns', properties: ['patterns'] },
    { id: 'report', title: 'Report', properties: ['severities', 'targetLocale'] },
  ],
  properties: { ...qaProperties, severities: severitiesProperty(qaRules), targetLocale: targetLocaleProperty },
  resolve: ({ patterns }) => ({ diagnostics: patternProblems(patterns) }),
  create: (config) => {
    const [languageRules, pseudoRules] = [selectRules(config), selectPseudoRules(config)];
    let patterns: readonly CompiledPair[] | undefined;
    const { checkPluralForms: wantsForms, severities } = config;
    const catalog = new CatalogForms();
    const found: FindingDraft[] = [];
    const put = (view: BlockView, variant: string, drafts: readonly FindingDraft[]) =>
      void reportFindings(view, 'qa-check', drafts, { variant, severities });
    return {
      annotate(view, ctx) {
        if (!view.translatable) return catalog.learn(view);
        const variant = targetLocale(ctx);
        const rules = isPseudoLocale(variantLocale(variant)) ? pseudoRules : languageRules;
        found.length = 0;
        checkRepeated(view, ctx.document.format, found);
        checkChangedSource(view, variant, config, found);
        if (!checkContent(view, variant, config, found)) return put(view, variant, found);
        const all = qaPairs(view, variant, fileFacts(ctx.document.format, catalog.isCatalog));
        const { checkEmptyTarget } = config;
        const pairs = all.filter(
          (pair) => !checkEmptyForm(pair, { checkEmptyTarget, flags: view.property('flags') }, found),
        );
        for (const pair of pairs) for (const rule of rules) rule(pair, found);
        if (wantsForms && !catalog.check(view, variant, found)) checkPluralForms(view, variant, catalog.isKnown, found);
        if (config.patterns.length === 0) return put(view, variant, found);
        patterns ??= compilePairs(config.patterns, ctx.resources.threads);
        const drafts = [...found];
        return (
          checkPatterns(patterns, pairs, drafts)?.then(() => put(view, variant, drafts)) ?? put(view, variant, drafts)
        );
      },
    };
  },
});

function fileFacts(format = '', isCatalog: boolean): FileFacts {
  return { isCatalog, isXliff: format.startsWith('xliff'), isMarkdown: format === 'markdown' || format === 'mdx' };
}

/** Checks patterns when a flow is loaded, so that an invalid one is refused there. */
function patternProblems(patterns: readonly PatternPair[]): readonly ResolverFinding[] {
  return patterns.flatMap((pattern, index) => {
    try {
      compilePairs([pattern]);
      return [];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return [{ severity: 'error', message, pointer: `/patterns/${index}` } as const];
    }
  });
}

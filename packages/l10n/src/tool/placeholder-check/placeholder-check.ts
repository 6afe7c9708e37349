import { hasForms, PortTarget, topPath, unitText, variantLocale, type Runs } from '@helve/flow';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { putFindings } from '../../check/put-findings.js';
import { hasSameCodes } from '../../check/unit-code.js';
import { wholeUnit } from '../../check/unit-place.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { targetLocaleProperty, targetOf } from '../target-locale.js';
import { collectPlaceholders, type Placeholder } from './collect-placeholders.js';
import { comparePlaceholders } from './compare-placeholders.js';
import { placeholderRules } from './placeholder-rules.js';
import { mayHoldToken } from './read-token.js';

/** Finds placeholders that a translation has lost or made up, which breaks the program that fills them in. */
export const placeholderCheck = flowToolEntry({
  meta: {
    id: 'placeholder-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Placeholder check',
    description: 'Compares variables, ICU arguments and inline codes of source and target.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: checkPorts,
  },
  properties: {
    flagExtra: { type: 'boolean', default: true, description: 'Finds placeholders that are not in the source, too.' },
    severities: severitiesProperty(placeholderRules),
    targetLocale: targetLocaleProperty,
  },
  create: ({ flagExtra, severities }) => ({
    annotate(view, ctx) {
      const variant = targetOf(ctx);
      const target = view.target(variant)?.runs;
      if (!view.translatable || target === undefined) return;
      const { source } = view;
      if (isPlain(source) && isPlain(target) && hasSameCodes(source, target)) {
        putFindings(view, 'placeholder-check', [], { variant, severities });
        return;
      }
      const { missing, extra } = comparePlaceholders(
        collectPlaceholders(source),
        collectPlaceholders(target),
        variantLocale(variant),
      );
      const drafts = [
        ...missing.map((one) => missingDraft(one, variant, target)),
        ...(flagExtra ? extra.map((one) => extraDraft(one, variant)) : []),
      ];
      putFindings(view, 'placeholder-check', drafts, { variant, severities });
    },
  }),
});

/** Without forms and without anything in the text that may be a placeholder: the codes are all there is. */
function isPlain(runs: Runs): boolean {
  return !runs.some(hasForms) && !mayHoldToken(unitText(runs));
}

function missingDraft(placeholder: Placeholder, variant: string, target: Runs): FindingDraft {
  const { raw } = placeholder;
  return {
    rule: 'placeholder.missing',
    severity: placeholderRules['placeholder.missing'].severity,
    message: `The placeholder "${raw}" of the source is missing`,
    side: variant,
    range: wholeUnit({ runs: target, path: topPath }),
    other: { side: null, range: placeholder.range() },
    subject: raw,
    suggestion: `Put "${raw}" in`,
  };
}

function extraDraft(placeholder: Placeholder, variant: string): FindingDraft {
  const { raw } = placeholder;
  return {
    rule: 'placeholder.extra',
    severity: placeholderRules['placeholder.extra'].severity,
    message: `The placeholder "${raw}" is not in the source`,
    side: variant,
    range: placeholder.range(),
    subject: raw,
    suggestion: `Take "${raw}" out`,
  };
}

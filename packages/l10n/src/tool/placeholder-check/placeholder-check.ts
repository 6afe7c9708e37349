import { PortTarget, unitText, type Runs } from '@helve/flow';
import { containsForms, dataText, variantLocale } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import { reportFindings } from '../../check/report-findings.js';
import { hasSameCodes } from '../../check/unit-code.js';
import { dialects, type Dialect } from '../../dialect/dialect.js';
import { detectDialect } from '../../dialect/detect-dialect.js';
import { mayHoldToken } from '../../dialect/placeholder-token.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { protectedPorts } from '../../tool-kit/protected-text.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { placeholderFindings } from './placeholder-findings.js';
import { placeholderRules } from './placeholder-rules.js';
import { readSides } from './read-sides.js';

// Each name comes from the table.
const dialectNames = Object.keys(dialects) as readonly Dialect[];

/** Finds placeholders that a translation has lost or invented, which breaks the program that fills them in. */
export const placeholderCheck = flowToolEntry({
  meta: {
    id: 'placeholder-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Placeholder check',
    description: 'Compares the variables, ICU arguments and inline codes of source and target.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }, ...protectedPorts],
    produces: checkPorts,
  },
  properties: {
    flagExtra: {
      type: 'boolean',
      default: true,
      description: 'Report placeholders that are not in the source as well.',
    },
    dialect: {
      enum: ['auto', ...dialectNames],
      default: 'auto',
      description: 'Notation of placeholders; auto uses the flags and the type of the file, and otherwise guesses.',
    },
    severities: severitiesProperty(placeholderRules),
    targetLocale: targetLocaleProperty,
  },
  create: ({ flagExtra, dialect: configured, severities }) => ({
    annotate(view, ctx) {
      const variant = targetLocale(ctx);
      const target = comparedTarget(view, variant);
      if (!view.translatable || target === undefined) return;
      const { source } = view;
      if (
        isPlain(source) &&
        isPlain(target) &&
        hasSameCodes(source, target) &&
        view.overlays('protected', null).length === 0
      ) {
        reportFindings(view, 'placeholder-check', [], { variant, severities });
        return;
      }
      const dialect =
        configured === 'auto'
          ? detectDialect({ flags: view.property('flags'), document: ctx.document.id, text: dataText(source) })
          : configured;
      const sides = readSides(view, variant, target, dialect);
      const drafts = placeholderFindings(sides, variant, variantLocale(variant), flagExtra);
      reportFindings(view, 'placeholder-check', drafts, { variant, severities });
    },
  }),
});

/** True when content has no forms, and nothing in its text may be a placeholder, or quote one: the codes are all there is. */
function isPlain(runs: Runs): boolean {
  if (containsForms(runs)) return false;
  const text = unitText(runs);
  return !mayHoldToken(text) && (runs.length < 2 || !text.includes("'"));
}

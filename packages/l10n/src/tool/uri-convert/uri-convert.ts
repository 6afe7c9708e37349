import { resolveSides, units, unitText, type BlockView } from '@helve/flow';
import { sidePorts } from '../../check/check-port.js';
import type { CheckRules } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { textRangeIn } from '../../check/unit-range.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { planTextEdits, chooseSides, sidesProperties, type Sides } from '../../tool-kit/side-edits.js';
import { toTextEdits } from '../../tool-kit/text-change.js';
import { decodePercent, encodePercent } from './percent-code.js';

const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const reserved = ":/?#[]@!$&'()*+,;=";

const rules = {
  'uri.invalid': { severity: 'minor', description: 'A percent sign does not start an escape.' },
} as const satisfies CheckRules;

/** Encodes characters as escapes of URIs, or decodes them. */
export const uriConvert = flowToolEntry({
  meta: {
    id: 'uri-convert',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Convert URI escapes',
    description: 'Decodes the percent-encoding of URIs in text, or encodes text with it.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    writesOutput: true,
  },
  properties: {
    mode: { enum: ['encode', 'decode'], default: 'decode', description: 'Encode or decode.' },
    keep: {
      type: 'string',
      default: unreserved + reserved,
      description: 'Characters that are not escaped when encoding.',
    },
    ...sidesProperties(false, true),
  },
  resolve: (config, info) => {
    const sides = resolveSides(config, info);
    return { ...sides, produces: [...(sides.produces ?? []), ...sidePorts(config.applySource, config.applyTarget)] };
  },
  create: ({ mode, keep, ...sides }) => {
    const excluded = new Set(keep);
    return {
      transform(view) {
        if (!view.translatable) return null;
        const drafts = mode === 'decode' ? invalidEscapes(view, sides) : [];
        reportFindings(view, 'uri-convert', drafts, { variant: sides.applyTarget ? view.variants : [] });
        return planTextEdits(
          view,
          sides,
          (text) => toTextEdits(text, mode === 'decode' ? decodePercent(text).changes : encodePercent(text, excluded)),
          { keepsMeaning: true },
        );
      },
    };
  },
});

function invalidEscapes(view: BlockView, sides: Sides): readonly FindingDraft[] {
  return chooseSides(view, sides).flatMap(({ side, runs }) =>
    units(runs).flatMap((unit) => {
      const text = unitText(unit.runs);
      return decodePercent(text).invalid.map(({ start, end }) => {
        const subject = text.slice(start, end);
        return {
          rule: 'uri.invalid',
          severity: rules['uri.invalid'].severity,
          message: `"${subject}" is not an escaped character`,
          side,
          range: textRangeIn(unit, start, end),
          subject,
        };
      });
    }),
  );
}

import { PortTarget, type BlockView, type Runs, type StepContext } from '@helve/flow';
import { dataText, topPath } from '@helve/flow/content';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { putFindings } from '../../check/put-findings.js';
import { wholeUnit } from '../../check/unit-range.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty } from '../../tool-kit/target-locale.js';
import { inconsistencyRules } from './inconsistency-rules.js';
import { groupEntries, TextGroups, type Wording } from './text-groups.js';

type Rule = keyof typeof inconsistencyRules;

/** Finds texts that were translated in several ways, over all documents of a run. */
export const inconsistencyCheck = flowToolEntry({
  meta: {
    id: 'inconsistency-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Inconsistency check',
    description: 'Finds equal sources with different targets, and different sources with equal targets.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: checkPorts,
    barrier: 'run',
  },
  properties: {
    checkPerFile: { type: 'boolean', default: false, description: 'Compare the blocks of each document separately.' },
    caseSensitive: { type: 'boolean', default: true, description: 'Distinguish texts that differ only in case.' },
    checkTarget: { type: 'boolean', default: true, description: 'Report sources with several targets.' },
    checkSource: { type: 'boolean', default: false, description: 'Report targets with several sources.' },
    acrossLocales: {
      type: 'boolean',
      default: false,
      description: 'Report blocks that are translated in only some locales of the run.',
    },
    severities: severitiesProperty(inconsistencyRules),
    targetLocale: targetLocaleProperty,
  },
  resolve: ({ checkPerFile, acrossLocales }) => ({
    barrier: checkPerFile ? 'document' : 'run',
    ...(acrossLocales ? { cardinality: 'multilingual' } : {}),
  }),
  create: ({ caseSensitive, checkTarget, checkSource, acrossLocales, severities }) => {
    const toText = (runs: Runs) => (caseSensitive ? dataText(runs) : dataText(runs).toLowerCase());
    const own = new GroupsByVariant();
    let all = own;
    return {
      collect(view) {
        if (!view.translatable) return;
        const source = toText(view.source);
        for (const variant of view.variants) own.add(variant, source, toText(view.target(variant)?.runs ?? []));
      },
      snapshot: () => own.toJson(),
      merge(snapshots) {
        all = new GroupsByVariant();
        for (const snapshot of snapshots) all.addJson(snapshot);
      },
      annotate(view, ctx) {
        if (!view.translatable) return;
        const locales = listTargets(ctx);
        const drafts: FindingDraft[] = acrossLocales ? unevenLocales(view, locales, toText) : [];
        const source = toText(view.source);
        for (const variant of locales) {
          const runs = view.target(variant)?.runs;
          if (runs === undefined) continue;
          const { targets, sources } = all.of(variant);
          const occurrence = { view, variant, runs };
          const wordings = checkTarget ? targets.conflictOf(source) : undefined;
          if (wordings !== undefined) drafts.push(conflict('inconsistency.target', occurrence, toText(runs), wordings));
          const origins = checkSource ? sources.conflictOf(toText(runs)) : undefined;
          if (origins !== undefined) drafts.push(conflict('inconsistency.source', occurrence, source, origins));
        }
        putFindings(view, 'inconsistency-check', drafts, { variant: locales, severities });
      },
    };
  },
});

/** The groups of each variant, in both directions. */
class GroupsByVariant {
  readonly #variants = new Map<string, { readonly targets: TextGroups; readonly sources: TextGroups }>();

  of(variant: string) {
    let groups = this.#variants.get(variant);
    if (groups === undefined) {
      groups = { targets: new TextGroups(), sources: new TextGroups() };
      this.#variants.set(variant, groups);
    }
    return groups;
  }

  add(variant: string, source: string, target: string): void {
    if (target.trim() === '') return;
    const { targets, sources } = this.of(variant);
    targets.add(source, target);
    sources.add(target, source);
  }

  toJson() {
    return Object.fromEntries(
      [...this.#variants].map(([variant, { targets, sources }]) => [
        variant,
        { targets: targets.toJson(), sources: sources.toJson() },
      ]),
    );
  }

  addJson(value: Parameters<typeof groupEntries>[0]): void {
    for (const [variant, groups] of groupEntries(value)) {
      const { targets, sources } = this.of(variant);
      const stored = new Map(groupEntries(groups));
      targets.addJson(stored.get('targets') ?? {});
      sources.addJson(stored.get('sources') ?? {});
    }
  }
}

/** Returns the locales of a step: one, or all of the run when they are compared with each other. */
function listTargets({ locales: { source, target, all } }: StepContext): readonly string[] {
  return target === undefined ? all.filter((locale) => locale !== source) : [target];
}

interface TargetPlace {
  readonly view: BlockView;
  readonly variant: string;
  readonly runs: Runs;
}

function conflict(
  rule: Rule,
  { view, variant, runs }: TargetPlace,
  own: string,
  wordings: readonly Wording[],
): FindingDraft {
  const [most] = wordings;
  const listed = wordings.map(({ text, count }) => `"${text}" (${count})`).join(', ');
  const isTarget = rule === 'inconsistency.target';
  return {
    rule,
    severity: inconsistencyRules[rule].severity,
    message: isTarget
      ? `The source is translated in ${wordings.length} ways: ${listed}`
      : `The target is the translation of ${wordings.length} sources: ${listed}`,
    side: variant,
    range: wholeUnit({ runs, path: topPath }),
    other: { side: null, range: wholeUnit({ runs: view.source, path: topPath }) },
    subject: own,
    ...(isTarget && most !== undefined && most.text !== own ? { suggestion: most.text } : {}),
    metadata: { variants: wordings.map(({ text, count }) => ({ text, count })) },
  };
}

/** Reports that some locales have a translation of their own, and others none or a copy of the source. */
function unevenLocales(view: BlockView, locales: readonly string[], toText: (runs: Runs) => string): FindingDraft[] {
  const source = toText(view.source);
  const isTranslated = (locale: string) => {
    const runs = view.target(locale)?.runs;
    return runs !== undefined && toText(runs).trim() !== '' && toText(runs) !== source;
  };
  const done = locales.filter(isTranslated);
  const left = locales.filter((locale) => !isTranslated(locale));
  if (done.length === 0 || left.length === 0) return [];
  const quoted = (list: readonly string[]) => list.map((locale) => `"${locale}"`).join(', ');
  return [
    {
      rule: 'inconsistency.locales',
      severity: inconsistencyRules['inconsistency.locales'].severity,
      message: `The source is translated into ${quoted(done)}, but not into ${quoted(left)}`,
      side: null,
      range: wholeUnit({ runs: view.source, path: topPath }),
      subject: left.join(' '),
      metadata: { translated: [...done], untranslated: [...left] },
    },
  ];
}

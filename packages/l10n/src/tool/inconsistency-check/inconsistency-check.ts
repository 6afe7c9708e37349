import { payloadOf, PortTarget, type BlockView, type Runs, type StepContext } from '@helve/flow';
import { dataText, topPath } from '@helve/flow/content';
import { comparedTarget } from '../../check/compared-target.js';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { wholeUnit } from '../../check/unit-range.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty } from '../../tool-kit/target-locale.js';
import type { Wording } from './conflicts.js';
import { inconsistencyRules } from './inconsistency-rules.js';
import { reduceComparisons, TextComparison } from './text-comparison.js';

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
  groups: [
    {
      id: 'comparison',
      title: 'Comparison',
      properties: ['checkTarget', 'checkSource', 'acrossLocales', 'checkPerFile'],
    },
    { id: 'texts', title: 'Texts', properties: ['caseSensitive', 'minWords'] },
    { id: 'report', title: 'Report', properties: ['severities', 'targetLocale'] },
  ],
  properties: {
    checkPerFile: { type: 'boolean', default: false, description: 'Compare the blocks of each document separately.' },
    caseSensitive: { type: 'boolean', default: true, description: 'Distinguish texts that differ only in case.' },
    checkTarget: { type: 'boolean', default: true, description: 'Report sources with several targets.' },
    checkSource: { type: 'boolean', default: false, description: 'Report targets with several sources.' },
    minWords: {
      type: 'integer',
      minimum: 0,
      default: 3,
      description: 'Minimum number of words in a source; shorter texts often depend on where they are used.',
    },
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
  create: ({ caseSensitive, checkTarget, checkSource, minWords, acrossLocales, severities }) => {
    const toText = (runs: Runs) => {
      const text = withoutAccessKey(dataText(runs)).replaceAll(outerLines, '');
      return caseSensitive ? text : text.toLowerCase();
    };
    const isLong = (text: string) => minWords < 2 || (text.match(/\p{L}+/gu)?.length ?? 0) >= minWords;
    const texts = new TextComparison();
    return {
      collect(view) {
        const source = toText(view.source);
        if (!view.translatable || !isLong(source)) return;
        const key = toKey(view, source);
        for (const variant of view.variants) {
          const target = toText(comparedTarget(view, variant) ?? []);
          if (target.trim() === '') continue;
          if (checkTarget) texts.add('target', variant, key, target);
          if (checkSource) texts.add('source', variant, target, key);
        }
      },
      snapshot: () => texts.snapshot(),
      reduce: reduceComparisons,
      merge: (snapshots) => texts.merge(snapshots),
      annotate(view, ctx) {
        if (!view.translatable) return;
        const locales = listTargets(ctx);
        const drafts: FindingDraft[] = acrossLocales ? unevenLocales(view, locales, toText) : [];
        const source = toText(view.source);
        for (const variant of locales) {
          const runs = comparedTarget(view, variant);
          if (runs === undefined) continue;
          const occurrence = { view, variant, runs };
          const wordings = texts.conflictOf('target', variant, toKey(view, source));
          if (wordings !== undefined) drafts.push(conflict('inconsistency.target', occurrence, toText(runs), wordings));
          const origins = checkSource ? texts.conflictOf('source', variant, toText(runs)) : undefined;
          if (origins !== undefined)
            drafts.push(conflict('inconsistency.source', occurrence, source, origins.map(withoutContext)));
        }
        reportFindings(view, 'inconsistency-check', drafts, { variant: locales, severities });
      },
    };
  },
});

/** Returns the key of a text: with its context and its notes, since a text may mean different things. */
function toKey(view: BlockView, source: string): string {
  const notes = payloadOf(view.annotation('note'), 'note')?.items.map(({ text }) => text) ?? [];
  return [source, view.property('context') ?? '', ...notes].join('\u0000');
}

/** Lines around a text, which are layout of its file. */
const outerLines = /^\s*\n\s*|\s*\n\s*$/g;

/** Removes what marks an access key, which differs with the letters that are free. */
function withoutAccessKey(text: string): string {
  return text.replace(/\s?\([_&]\p{L}\)/u, '').replace(/(?<![\p{L}\p{N}])[_&](?=\p{L})|(?<=\p{L})[_&](?=\p{L})/u, '');
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

function withoutContext(wording: Wording): Wording {
  return { ...wording, text: wording.text.split('\u0000', 1)[0] ?? wording.text };
}

/** Most wordings that a finding lists. */
const maxWordings = 5;

function conflict(
  rule: Rule,
  { view, variant, runs }: TargetPlace,
  own: string,
  wordings: readonly Wording[],
): FindingDraft {
  const [most] = wordings;
  const shown = wordings.slice(0, maxWordings);
  const more = wordings.length > maxWordings ? ', …' : '';
  const listed = shown.map(({ text, count }) => `"${text}" (${count})`).join(', ') + more;
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
    ...(isTarget && most?.isWhole === true && most.text !== own ? { suggestion: most.text } : {}),
    metadata: { variants: shown.map(({ text, count }) => ({ text, count })) },
  };
}

/** Reports that some locales have a translation of their own, and others none or a copy of the source. */
function unevenLocales(view: BlockView, locales: readonly string[], toText: (runs: Runs) => string): FindingDraft[] {
  const source = toText(view.source);
  const isTranslated = (locale: string) => {
    const runs = comparedTarget(view, locale);
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

import { randomUUID } from 'node:crypto';
import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import {
  AnnoDiff,
  AnnoRepetition,
  AnnoScopingReport,
  AnnoTMMatch,
  newPayload,
  payloadOf,
  PortSource,
  unitText,
  type BlockView,
} from '@helve/flow';
import { codePointLength } from '@helve/flow/content';
import { countWords } from '../../text/count-words.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { countSides } from '../../tool-kit/count/count-sides.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { listCategories, categorise, sortedBands } from './categorise.js';

const maybe = (type: string) => ({ type, side: PortSource, optional: true }) as const;

/** Reports the amount of work of a translation: existing, similar and new texts. */
export const scopingReport = flowToolEntry({
  meta: {
    id: 'scoping-report',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Scoping report',
    description: 'Counts blocks, words and characters by how much of their translation already exists.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [maybe(AnnoRepetition), maybe(AnnoTMMatch), maybe(AnnoDiff)],
    produces: [{ type: AnnoScopingReport, side: PortSource }],
    barrier: 'run',
  },
  properties: {
    bands: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 100 },
      default: [95, 85, 75, 50],
      description: 'Lower limits, in percent, of the bands for fuzzy matches.',
    },
    targetLocale: targetLocaleProperty,
  },
  create: (config) => {
    const bands = sortedBands(config.bands);
    const repeated = new RepeatedSources();
    return {
      collect: (view) => repeated.collect(view),
      snapshot: () => repeated.snapshot(),
      merge: (all) => repeated.merge(all),
      annotate(view, ctx) {
        if (!view.translatable) return;
        const variant = targetLocale(ctx);
        const category = categorise(view, variant, repeated.isRepeated(view), bands);
        const counted = { blocks: 1, ...measure(view) };
        const known = payloadOf(view.annotation(AnnoScopingReport), 'scoping-report')?.['targets'];
        const targets = { ...(isPlainObject(known) ? known : {}), [variant]: { category, ...counted } };
        view.setAnnotation(AnnoScopingReport, newPayload('scoping-report', { targets }));
        ctx.report({ [variant]: { [category]: counted, total: counted } });
      },
      joinReports: addCounts,
      mergeReports: (reports) => inOrder(mergeCounts(reports), [...listCategories(bands), 'total']),
    };
  },
});

/** Counts words and characters of the source, like the counting tools. */
function measure(view: BlockView): { readonly words: number; readonly characters: number } {
  const add = (one: number, other: number) => one + other;
  const sides = { countSource: true, countTarget: false, add };
  const words = countSides(view, { ...sides, count: (unit, locale) => countWords(unitText(unit), locale) });
  const characters = countSides(view, { ...sides, count: (unit) => codePointLength(unitText(unit)) });
  return { words: words.source ?? 0, characters: characters.source ?? 0 };
}

/** Sources that occurred before, in this document or in an earlier one of the run. */
class RepeatedSources {
  // The mark identifies the document among those of the run, on whatever thread it is.
  readonly #mark = randomUUID();
  readonly #own = new Set<string>();
  #seen = new Set<string>();

  collect(view: BlockView): void {
    if (view.translatable) this.#own.add(view.contentHash);
  }

  snapshot(): Json {
    return { mark: this.#mark, sources: [...this.#own] };
  }

  merge(all: readonly Json[]): void {
    const snapshots = all.filter(isSnapshot);
    const index = snapshots.findIndex(({ mark }) => mark === this.#mark);
    this.#seen = new Set(snapshots.slice(0, index).flatMap(({ sources }) => sources));
  }

  isRepeated({ contentHash }: BlockView): boolean {
    const isKnown = this.#seen.has(contentHash);
    this.#seen.add(contentHash);
    return isKnown;
  }
}

type Snapshot = { readonly mark: string; readonly sources: readonly string[] };

function isSnapshot(value: Json): value is Snapshot {
  return isPlainObject(value) && Array.isArray(value['sources']);
}

const nothing = Object.freeze({ blocks: 0, words: 0, characters: 0 });

/** Lists every category in a fixed order, empty ones included. */
function inOrder(report: Json, categories: readonly string[]): Json {
  const { totals, documents } = report as { readonly totals: JsonObject; readonly documents: readonly JsonObject[] };
  const ordered = (counts: JsonObject) =>
    Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, key === 'file' ? value : rows(value)]));
  const rows = (value: Json): Json => {
    const counts = isPlainObject(value) ? value : {};
    return Object.fromEntries(categories.map((category) => [category, counts[category] ?? { ...nothing }]));
  };
  return { totals: ordered(totals), documents: documents.map(ordered) };
}

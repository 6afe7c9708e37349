import type { Json } from '@helve/core';
import {
  flowTool,
  closestLocale,
  PortTarget,
  schemaFrom,
  type BlockView,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { hasWords, isChangedTarget, isPartialTarget, isUntranslated } from '@helve/flow/content';
import type { RunReport } from '@helve/flow/engine';
import { addCounts, countWords, hasContent, lacksForms } from '@helve/l10n/run';

/** States that a unit can be in; each unit is in one. */
export const unitStates = Object.freeze(['translated', 'fuzzy', 'changed', 'empty'] as const);
export type UnitState = (typeof unitStates)[number];

/** Counts of the units of one file in one language. */
export interface StatusRow {
  /** The file that holds the language; where there is none yet, its source. */
  readonly file: string;
  readonly missing?: boolean;
  readonly locale: string;
  readonly units: { readonly [State in UnitState]: number };
  /** Words of the source, by the state of their unit. */
  readonly words: { readonly [State in UnitState]: number };
}

const meta: ToolMeta = {
  id: 'status-report',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Status report',
  description: 'Counts units by the state of their translation.',
  cardinality: 'bilingual',
  requires: ['target-language'],
  consumes: [{ type: 'target', side: PortTarget, optional: true }],
  produces: [],
  capability: 'annotate',
  internal: true,
};
const schema = schemaFrom({ type: 'object', properties: {} }, meta);

/** The step that counts: internal, since `helve status` speaks of what it has counted. */
export const statusStep: ToolEntry = {
  name: meta.id,
  schema,
  factory: () =>
    flowTool({
      meta,
      schema,
      annotate(view, ctx) {
        const { source, target } = ctx.locales;
        if (target === undefined || !view.translatable || !hasContent(view.source)) return;
        const state = unitState(view, target, ctx.document.format);
        // A placeholder without words needs no translation, and engines make none.
        if (state === 'empty' && !hasWords(view.source)) return;
        const words = countWords(view.text(source), source);
        ctx.report({ [target]: { units: { [state]: 1 }, words: { [state]: words } } });
      },
      joinReports: addCounts,
      mergeReports: (reports) =>
        reports.flatMap(({ document, entries }) => toRows(document, entries.reduce(addCounts, {}))) as unknown as Json,
    }),
};

/** The flow of `helve status`. */
export const statusFlow = Object.freeze({ name: 'status', steps: [{ tool: meta.id }] });

/** Facts that rows of a status are made with. */
export interface StatusFacts {
  /** The languages that a product should have. */
  readonly wanted: readonly string[];
  /** True for a format whose files hold one language each. */
  isMonolingual(format: string | undefined): boolean;
}

/** The rows that a run of that flow has reported, file by file, with languages that have no file yet. */
export function statusRows(
  { reports, documents }: Pick<RunReport, 'reports' | 'documents'>,
  { wanted, isMonolingual }: StatusFacts,
): readonly StatusRow[] {
  const rows = (reports[meta.id] ?? []) as unknown as readonly StatusRow[];
  return documents.flatMap(({ document, format, pairs = [] }) => {
    const own = rows.filter(({ file }) => file === document);
    const all = isMonolingual(format) && !holdsTranslations(own, pairs) ? withFiles(own, pairs, wanted) : own;
    return all.toSorted((one, other) => (one.locale < other.locale ? -1 : 1));
  });
}

/** True for a table of a format whose files hold one language as a rule: some translation is in the file itself. */
function holdsTranslations(
  rows: readonly StatusRow[],
  pairs: NonNullable<RunReport['documents'][number]['pairs']>,
): boolean {
  const inFile = rows.filter(({ locale }) => pairs.every((pair) => pair.locale !== locale));
  return inFile.some(({ units }) => unitStates.some((state) => state !== 'empty' && units[state] > 0));
}

/** Rows of a file of one language: each language is in a file of its own, or in none yet. */
function withFiles(
  rows: readonly StatusRow[],
  pairs: NonNullable<RunReport['documents'][number]['pairs']>,
  wanted: readonly string[],
): readonly StatusRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const served = new Set(rows.map(({ locale }) => closestLocale(locale, wanted)));
  const absent = wanted.filter((locale) => !served.has(locale));
  const empty = absent.map((locale) => ({
    ...first,
    locale,
    units: asEmpty(first.units),
    words: asEmpty(first.words),
  }));
  return [...rows, ...empty].map((row) => {
    const pair = pairs.find(({ locale }) => locale === row.locale);
    return pair === undefined ? { ...row, missing: true } : { ...row, file: pair.id };
  });
}

function asEmpty(counts: StatusRow['units']): StatusRow['units'] {
  const total = unitStates.reduce((sum, state) => sum + counts[state], 0);
  return { ...none, empty: total };
}

/**
 * A target that waits for a person is fuzzy, also one of which only some segments or plural forms are translated, and
 * changed where the source is known to have been another one.
 */
function unitState(view: BlockView, locale: string, format: string | undefined): UnitState {
  const target = view.target(locale);
  if (target === undefined || !hasContent(target.runs)) return 'empty';
  if (isUntranslated(target, view.source)) return isPartialTarget(view, locale) ? 'fuzzy' : 'empty';
  if (target.status !== 'draft' && target.status !== 'new')
    return lacksForms(target.runs, locale, format) ? 'fuzzy' : 'translated';
  return isChangedTarget(view, locale) ? 'changed' : 'fuzzy';
}

const none: StatusRow['units'] = Object.freeze({ translated: 0, fuzzy: 0, changed: 0, empty: 0 });

function toRows(file: string, counts: Json): readonly StatusRow[] {
  const byLocale = counts as unknown as Readonly<Record<string, Partial<Pick<StatusRow, 'units' | 'words'>>>>;
  return Object.entries(byLocale).map(([locale, { units, words }]) => ({
    file,
    locale,
    units: { ...none, ...units },
    words: { ...none, ...words },
  }));
}

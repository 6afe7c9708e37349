import type { Json } from '@helve/core';
import { flowTool, PortTarget, schemaFrom, type BlockView, type ToolEntry, type ToolMeta } from '@helve/flow';
import { isChangedTarget, isPartialTarget } from '@helve/flow/content';
import type { RunReport } from '@helve/flow/engine';
import { addCounts, countWords, hasContent } from '@helve/l10n/run';

/** States that a unit can be in; each unit is in one. */
export const unitStates = Object.freeze(['translated', 'fuzzy', 'changed', 'empty'] as const);
export type UnitState = (typeof unitStates)[number];

/** Counts of the units of one file in one language. */
export interface StatusRow {
  readonly file: string;
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
        const state = unitState(view, target);
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

/** The rows that a run of that flow has reported, with the files that hold the translations. */
export function statusRows({ reports, documents }: Pick<RunReport, 'reports' | 'documents'>): readonly StatusRow[] {
  const rows = (reports[meta.id] ?? []) as unknown as readonly StatusRow[];
  const pairs = new Map(documents.map(({ document, pairs: own = [] }) => [document, own]));
  return rows.map((row) => {
    const pair = pairs.get(row.file)?.find(({ locale }) => locale === row.locale);
    return pair === undefined ? row : { ...row, file: pair.id };
  });
}

/**
 * A target that waits for a person is fuzzy, also one of which only some segments are translated, and changed where the
 * source is known to have been another one.
 */
function unitState(view: BlockView, locale: string): UnitState {
  const target = view.target(locale);
  if (target === undefined || !hasContent(target.runs)) return 'empty';
  if (target.status === 'new') return isPartialTarget(view, locale) ? 'fuzzy' : 'empty';
  if (target.status !== 'draft') return 'translated';
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

import { randomUUID } from 'node:crypto';
import { isPlainObject, sha256, type Json } from '@helve/core';
import { AnnoRepetition, newPayload, PortSource, type BlockView } from '@helve/flow';
import { hashText } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Marks each block whose source occurs more than once, with its count. */
export const repetitionAnalysis = flowToolEntry({
  meta: {
    id: 'repetition-analysis',
    version: '1.0.0',
    category: 'enrich',
    displayName: 'Repetition analysis',
    description: 'Marks sources that occur more than once, with their count and the number of each occurrence.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: AnnoRepetition, side: PortSource }],
    barrier: 'run',
  },
  properties: {
    scope: {
      enum: ['run', 'document'],
      default: 'run',
      description: 'Compare the blocks of all documents, or of each document.',
    },
    caseSensitive: { type: 'boolean', default: true, description: 'Distinguish sources that differ only in case.' },
  },
  resolve: ({ scope }) => ({ barrier: scope }),
  create: ({ caseSensitive }) => {
    const toGroup = (view: BlockView) => {
      if (caseSensitive) return view.contentHash;
      return sha256(hashText(view.source).trim().toLowerCase());
    };
    const own = new Map<string, number>();
    // The mark identifies the document among those of the run, on whatever thread it is.
    const mark = randomUUID();
    let totals = new Map<string, number>();
    let seen = new Map<string, number>();
    return {
      collect(view) {
        if (view.translatable) own.set(toGroup(view), (own.get(toGroup(view)) ?? 0) + 1);
      },
      snapshot: () => ({ mark, counts: Object.fromEntries(own) }),
      merge(all) {
        const snapshots = all.filter(isSnapshot);
        const index = snapshots.findIndex((snapshot) => snapshot.mark === mark);
        totals = sum(snapshots.map(({ counts }) => counts));
        seen = sum(snapshots.slice(0, index).map(({ counts }) => counts));
      },
      annotate(view, ctx) {
        if (!view.translatable) return;
        const group = toGroup(view);
        const count = totals.get(group) ?? 1;
        const index = (seen.get(group) ?? 0) + 1;
        seen.set(group, index);
        const status = count === 1 ? 'unique' : index === 1 ? 'first' : 'repetition';
        view.setAnnotation(AnnoRepetition, newPayload('repetition', { status, group, count, index }));
        ctx.report({ [status]: 1 });
      },
      mergeReports: (reports) => {
        const toTotals = (entries: readonly Json[]) => Object.fromEntries(sum(entries));
        const documents = reports.map(({ document, entries }) => ({ file: document, ...toTotals(entries) }));
        return { totals: toTotals(reports.flatMap(({ entries }) => entries)), documents };
      },
    };
  },
});

function sum(counts: readonly Json[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const each of counts) {
    if (!isPlainObject(each)) continue;
    for (const [key, count] of Object.entries(each)) total.set(key, (total.get(key) ?? 0) + Number(count));
  }
  return total;
}

type Snapshot = { readonly mark: string; readonly counts: Json };

function isSnapshot(value: Json): value is Snapshot {
  return isPlainObject(value) && typeof value['mark'] === 'string';
}

import { AnnoSegCount, newPayload, PortSource, type BlockView, type Side } from '@helve/flow';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Counts the segments that segmentation has marked. */
export const segmentCount = flowToolEntry({
  meta: {
    id: 'segment-count',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Segment count',
    description: 'Counts the segments of the source and of every target; a side without segmentation is one segment.',
    cardinality: 'monolingual',
    consumes: [{ type: 'segmentation', side: PortSource, optional: true }],
    produces: [{ type: AnnoSegCount, side: PortSource }],
  },
  properties: {
    layer: {
      type: 'string',
      default: '',
      description: 'Segmentation layer; empty means the primary one.',
    },
  },
  create: ({ layer }) => ({
    annotate(view, ctx) {
      if (!view.translatable) return;
      const targets = Object.fromEntries(view.variants.map((variant) => [variant, segmentsOn(view, variant, layer)]));
      const counted = { source: segmentsOn(view, null, layer), targets };
      view.setAnnotation(AnnoSegCount, newPayload('seg-count', counted));
      ctx.report(counted);
    },
    joinReports: addCounts,
    mergeReports: mergeCounts,
  }),
});

function segmentsOn(view: BlockView, side: Side, layer: string): number {
  const segments = view.units(side, layer).filter(({ ignorable }) => !ignorable);
  return segments.filter(({ path }) => path.every(({ form }) => form === 'other')).length;
}

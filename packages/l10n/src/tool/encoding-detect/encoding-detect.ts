import type { Json } from '@helve/core';
import { AnnoEncoding, newPayload, PortSource, type Layer, type StepContext } from '@helve/flow';
import { fileSource, readFirstBytes } from '../../format/byte-source.js';
import { detectEncoding, type DetectedEncoding } from '../../format/text/detect-encoding.js';
import { textOfForms } from '../../text/text-of-forms.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { textFacts } from './text-facts.js';

const headBytes = 64 * 1024;

/** Reports the encoding of files, and the encoding that their texts need. */
export const encodingDetect = flowToolEntry({
  meta: {
    id: 'encoding-detect',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Detect encoding',
    description: 'Detects the encoding of a file and the smallest encoding for each of its texts.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: AnnoEncoding, side: PortSource }],
  },
  properties: {},
  create: () => ({
    async handleLayer(layer, ctx) {
      if (layer.parentId !== undefined) return;
      const found = (await toDetected(ctx)) ?? readersWord(layer);
      const facts = { ...found, bom: layer.bom, lineBreak: layer.lineBreak };
      layer.annotations[AnnoEncoding] = newPayload('encoding', facts);
      ctx.report(facts);
    },
    annotate(view, ctx) {
      if (!view.translatable) return;
      const { scripts, ...facts } = textFacts(textOfForms(view.source));
      view.setAnnotation(AnnoEncoding, newPayload('encoding', { ...facts, scripts: [...scripts] }));
      ctx.report({ blocks: 1, smallest: { [facts.smallest]: 1 } });
    },
    joinReports: addCounts,
    mergeReports: (reports) => withoutFileFacts(mergeCounts(reports)),
  }),
});

/** Detects the encoding from the bytes of the file, if there is a file. */
async function toDetected(ctx: Pick<StepContext, 'document' | 'resources'>): Promise<DetectedEncoding | undefined> {
  const head = await readHead(ctx);
  return head === undefined ? undefined : detectEncoding(head);
}

async function readHead({
  document: { path },
  resources: { files },
}: Pick<StepContext, 'document' | 'resources'>): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFirstBytes(fileSource(path, files), headBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Returns the encoding that the reader found, for a document without bytes. */
function readersWord({ encoding, bom }: Layer): DetectedEncoding {
  if (bom) return { encoding, confidence: 1, by: 'bom' };
  return encoding === 'utf-8'
    ? { encoding, confidence: 0.99, by: 'utf-8' }
    : { encoding, confidence: 0.5, by: 'reader' };
}

/** Removes the facts of single files, which have no sum. */
function withoutFileFacts(report: Json): Json {
  const { totals, documents } = report as {
    readonly totals: { readonly [key: string]: Json };
    readonly documents: Json;
  };
  const { blocks = 0, smallest = {} } = totals;
  return { totals: { blocks, smallest }, documents };
}

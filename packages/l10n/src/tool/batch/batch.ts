import { flowErrors, runsText, type Block, type Part } from '@helve/flow';
import { codePointLength, markBatch } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

/** Gathers blocks, so that the next step handles them in groups. */
export const batch = flowToolEntry({
  meta: {
    id: 'batch',
    version: '1.0.0',
    category: 'pipeline',
    displayName: 'Batch',
    description:
      'Gathers blocks into groups for the next step; the start and end of layers and groups keep their places.',
    cardinality: 'monolingual',
    capability: 'annotate',
    consumes: [],
    produces: [],
  },
  properties: {
    size: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: 'Maximum number of blocks per group.',
    },
    maxChars: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'Maximum number of characters per group; 0 means no limit.',
    },
  },
  create: ({ size, maxChars }) => ({
    process: (ctx, input) => gather({ size, maxChars: maxChars === 0 ? Infinity : maxChars }, ctx.signal, input),
  }),
});

interface GroupLimits {
  readonly size: number;
  readonly maxChars: number;
}

async function* gather(
  { size, maxChars }: GroupLimits,
  signal: AbortSignal,
  input: AsyncIterable<Part>,
): AsyncIterable<Part> {
  let number = 0;
  let chars = 0;
  let group: Block[] = [];
  const flush = (): readonly Part[] => {
    if (group.length > 0) markBatch((number += 1), group);
    const parts = group.map((block): Part => ({ kind: 'block', block }));
    group = [];
    chars = 0;
    return parts;
  };
  for await (const part of input) {
    if (signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    if (part.kind !== 'block') {
      yield* flush();
      yield part;
      continue;
    }
    const length = maxChars === Infinity ? 0 : codePointLength(runsText(part.block.source));
    if (chars + length > maxChars) yield* flush();
    group.push(part.block);
    chars += length;
    if (group.length >= size) yield* flush();
  }
  yield* flush();
}

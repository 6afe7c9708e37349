import { createBlock } from '../content/block/block.js';
import { runsText } from '../content/text/projection.js';
import type { Format, FormatResolver, Skeleton, SkeletonEntry } from '../contract/format.js';
import type { ByteSource } from '../contract/part.js';

/** A format of a test: every line is a block. It streams both ways. */
export const lineFormat: Format = {
  id: 'lines',
  title: 'Lines',
  extensions: ['.txt'],
  mimeTypes: ['text/plain'],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: false,
    generative: true,
    package: false,
  },
  options: {
    $id: 'lines',
    $version: '1.0.0',
    title: 'Lines',
    description: 'Every line is a block.',
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
  createSkeleton: (source) => lineSkeleton(source),

  async *read(source, _, { document, sourceLocale, skeleton }) {
    yield {
      kind: 'layer-start',
      layer: {
        id: document,
        name: document,
        format: 'lines',
        locale: sourceLocale,
        encoding: 'utf-8',
        mimeType: 'text/plain',
        lineBreak: 'lf',
        bom: false,
        multilingual: false,
        properties: {},
        overlays: [],
        annotations: {},
      },
    };
    let count = 0;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of source.stream()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        count += 1;
        skeleton?.append({ kind: 'bytes', offset: 0, length: line.length });
        yield { kind: 'block', block: createBlock({ id: `l${count}`, sourceLocale, source: line }) };
      }
    }
    yield { kind: 'layer-end', id: document };
  },

  async write(parts, sink, skeleton, _, { targetLocale }) {
    const encoder = new TextEncoder();
    const report = { bytes: 0, blocks: 0, changed: 0 };
    const cursor = skeleton?.cursor();
    for await (const part of parts) {
      if (part.kind !== 'block') continue;
      cursor?.advance();
      const target = targetLocale === undefined ? undefined : part.block.targets[targetLocale];
      const line = encoder.encode(`${runsText(target?.runs ?? part.block.source)}\n`);
      report.blocks += 1;
      report.bytes += line.length;
      if (target !== undefined) report.changed += 1;
      await sink.write(line);
    }
    return report;
  },
};

function lineSkeleton(source: ByteSource): Skeleton {
  const entries: SkeletonEntry[] = [];
  return {
    format: 'lines',
    source,
    append: (entry) => entries.push(entry) - 1,
    cursor() {
      let index = 0;
      return {
        get index() {
          return index;
        },
        peek: () => entries[index],
        advance: () => void (index += 1),
      };
    },
  };
}

/** A resolver that knows this one format. */
export const lineFormats: FormatResolver = {
  byId: (id) => (id === lineFormat.id ? lineFormat : undefined),
  list: () => [lineFormat],
  detect: ({ path }) =>
    path?.endsWith('.bin') === true
      ? { rule: 'none', confidence: 0, reasons: [], others: [], problem: 'its format is unknown' }
      : { format: lineFormat, rule: 'extension', confidence: 1, reasons: [], others: [] },
};

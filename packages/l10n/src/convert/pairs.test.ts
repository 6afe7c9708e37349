import { AnnoAltTranslation, AnnoNote, payloadOf, type Block, type ContentLoss, type Runs } from '@helve/flow';
import { bytesSource, dataText, formsOf, hasForms, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { contentText } from '../format/code/content-text.js';
import { formatCapacities, newFileKind, type BlockFeature } from '../format/capacity/format-capacity.js';
import { lostFeatures } from '../format/capacity/lost-features.js';
import { optionFeatures } from '../format/capacity/option-features.js';
import { createFormats } from '../format/create-formats.js';
import { pairFormat } from '../pair/pair-format.js';
import { fullBlocks } from '../testing/convert/full-blocks.js';
import { convertBlocks } from './convert-blocks.js';
import { readForConversion } from './read-for-conversion.js';
import { writeConverted } from './write-converted.js';

const formats = createFormats(allFormats);
const { signal } = new AbortController();
const generative = formats
  .list()
  .filter(({ caps }) => caps.generative)
  .map((format): Format => ({ ...format, kind: newFileKind(format) }));

interface Converted {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly losses: readonly ContentLoss[];
}

/** Converts English and German blocks: a file for each language, or one for both. */
async function convert(blocks: readonly Block[], from: string, format: Format): Promise<Converted> {
  const capacity = formatCapacities[format.id];
  if (capacity === undefined) throw new TypeError(`There is no capacity of ${format.id}`);
  const files = new Map<string, Uint8Array>();
  const losses: ContentLoss[] = [];
  const isOne = format.kind === 'monolingual';
  for (const locale of isOne ? ['en', 'de'] : ['de']) {
    const made = convertBlocks(
      blocks,
      {
        format: format.id,
        kind: format.kind,
        capacity,
        byOptions: optionFeatures(format.id, {}),
        from,
        sourceLocale: 'en',
        locales: [locale],
        document: 'test',
      },
      {},
    );
    const written = await writeConverted({
      format,
      options: {},
      blocks: made.blocks,
      document: 'test',
      sourceLocale: isOne ? locale : 'en',
      targetLocale: isOne || format.kind === 'multilingual' ? undefined : locale,
      formats,
      signal,
    });
    files.set(locale, written.bytes);
    losses.push(...made.losses, ...written.losses);
  }
  return { files, losses };
}

async function readBack({ files }: Converted, format: Format): Promise<ReadonlyMap<string, Block>> {
  const own = files.get('en');
  const german = files.get('de') ?? new Uint8Array(0);
  const existing = { id: 'de', path: 'de', locale: 'de', source: bytesSource(german) };
  const { blocks } = await readForConversion({
    format: own === undefined ? format : pairFormat(format, [existing]),
    source: bytesSource(own ?? german),
    options: {},
    document: `test${format.extensions[0] ?? ''}`,
    sourceLocale: 'en',
    targetLocale: 'de',
    formats,
    signal,
  });
  return new Map(blocks.filter(({ type }) => type !== 'header').map((block) => [block.name, block]));
}

/** Facts of a block by the feature that a file needs to hold them. */
const facts: Readonly<Record<BlockFeature, (block: Block) => unknown>> = {
  note: ({ annotations }) => (payloadOf(annotations[AnnoNote], 'note')?.items ?? []).map(({ text }) => text).join('\n'),
  context: ({ properties, displayHint, name }) => {
    const context = properties['context'] ?? displayHint?.context;
    return context === name ? undefined : context;
  },
  maxLength: ({ displayHint }) => displayHint?.maxLength,
  state: ({ targets }) => targets['de']?.status,
  plural: ({ source, targets }) => [keys(source, 'plural'), keys(targets['de']?.runs ?? [], 'plural')],
  select: ({ source, targets }) => [keys(source, 'select'), keys(targets['de']?.runs ?? [], 'select')],
  // Codes of other notations may be found besides.
  codeType: () => undefined,
  segment: ({ overlays }) => overlays.filter(({ type }) => type === 'segmentation').length,
  alternative: ({ annotations }) =>
    (payloadOf(annotations[AnnoAltTranslation], 'alt-translations')?.items ?? []).map(({ target }) => dataText(target)),
  locale: ({ targets }) => Object.keys(targets),
};

function keys(runs: Runs, kind: 'plural' | 'select'): readonly string[] {
  return runs.filter(hasForms).flatMap((run) => (run.kind === kind ? formsOf(run).map(([key]) => key) : []));
}

/** True for forms that a format holds as a message, which is compared as text. */
function isMessage(feature: BlockFeature, { id }: Format): boolean {
  const capacity = formatCapacities[id];
  return (feature === 'plural' || feature === 'select') && capacity?.[feature] === 'message';
}

function types(runs: Runs): readonly string[] {
  return runs.flatMap((run) => {
    if (hasForms(run)) return formsOf(run).flatMap(([, form]) => types(form));
    return 'type' in run && run.kind !== 'pc-close' ? [run.type] : [];
  });
}

/** Text of content with codes as they are spelled and forms as a message; catalogs do not name their numbers. */
function shown(runs: Runs): string {
  return contentText(runs, false).replaceAll(/\{\w+, (?=plural|select)/gu, '{n, ');
}

function lostIn(block: Block, format: Format): readonly BlockFeature[] {
  const capacity = formatCapacities[format.id];
  if (capacity === undefined) return [];
  const { context, ...others } = block.properties;
  const own = context === block.name && format.kind !== 'bilingual' ? { ...block, properties: others } : block;
  return lostFeatures(own, { capacity, targetLocale: 'de', byOptions: optionFeatures(format.id, {}) });
}

describe.each(generative)('X98 blocks of $id', (from) => {
  test.each(generative)('X98 keep in $id what it holds, and everything else is reported', async (to) => {
    const first = await convert(fullBlocks, 'test', from);
    const blocks = await readBack(first, from);
    expect([...blocks.keys()].toSorted()).toEqual(fullBlocks.map(({ name }) => name).toSorted());
    const converted = await convert([...blocks.values()], from.id, to);
    const again = await readBack(converted, to);
    expect([...again.keys()].toSorted()).toEqual([...blocks.keys()].toSorted());
    const problems: unknown[] = [];
    const lost = new Map<string, number>();
    for (const [name, block] of blocks) {
      const other = again.get(name);
      if (other === undefined) continue;
      const missing = lostIn(block, to);
      for (const what of missing) lost.set(what, (lost.get(what) ?? 0) + 1);
      for (const [feature, fact] of Object.entries(facts) as [BlockFeature, (typeof facts)['note']][]) {
        if (missing.includes(feature) || isMessage(feature, to)) continue;
        const [expected, found] = [fact(block), fact(other)];
        if (JSON.stringify(expected) !== JSON.stringify(found)) problems.push([name, feature, expected, found]);
      }
      if (!missing.includes('codeType')) {
        const found = types(other.source);
        for (const type of types(block.source))
          if (!found.includes(type)) problems.push([name, 'codeType', type, found]);
      }
      if (missing.includes('plural') || missing.includes('select')) continue;
      if (shown(block.source) !== shown(other.source))
        problems.push([name, 'source', shown(block.source), shown(other.source)]);
      const [german, found] = [block.targets['de'], other.targets['de']];
      if (german !== undefined && shown(german.runs) !== shown(found?.runs ?? []))
        problems.push([name, 'target', shown(german.runs), shown(found?.runs ?? [])]);
    }
    expect(problems).toEqual([]);
    const reported: Record<string, number> = {};
    // Of two files for two languages, one may lack a text.
    for (const { kind, detail } of converted.losses) {
      const { what, count } = detail;
      if (kind === 'metadata-lost' && typeof what === 'string' && typeof count === 'number')
        reported[what] = Math.max(count, reported[what] ?? 0);
    }
    expect(reported).toEqual(Object.fromEntries(lost));
  });
});

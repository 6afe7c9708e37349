import type { Block, LocaleId, Part } from '@helve/flow';
import type { NewEntry } from '@helve/flow/content';
import { bytesSource } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { createMemorySink } from '../memory-sink.js';
import { insertLanguage, namesBelow } from './insert.js';
import type { YamlOptions } from './options.js';

type Write = FormatDefinition<YamlOptions>['write'];

/** Writes a file of all languages: what is there is changed in its place, and what a language lacks is put into its root. */
export async function writeLanguages(request: Parameters<Write>[0], splice: Write): ReturnType<Write> {
  const { parts, sink, options, ctx } = request;
  const blocks: Block[] = [];
  const spliced = createMemorySink();
  const report = await splice({ ...request, parts: remembered(parts, blocks), sink: spliced });
  let bytes = spliced.bytes();
  let added = 0;
  for (const locale of new Set(blocks.flatMap(({ targets }) => Object.keys(targets)))) {
    const known = await namesBelow(bytes, locale, options, ctx);
    const entries = lackingEntries(blocks, locale, known);
    if (entries.length === 0) continue;
    added += entries.length;
    const origin = request.skeleton?.source ?? bytesSource(bytes);
    bytes = await insertLanguage({ bytes, entries, remove: [], options, ctx, origin }, locale);
  }
  await sink.write(bytes);
  return { bytes: bytes.length, blocks: report.blocks, changed: report.changed + added };
}

async function* remembered(parts: AsyncIterable<Part>, blocks: Block[]): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind !== 'block') {
      yield part;
      continue;
    }
    blocks.push(part.block);
    // The entries of a block stand far from each other: its place says nothing about those before it.
    const { skeleton: _, ...block } = part.block;
    yield { kind: 'block', block };
  }
}

/** Translations without a place, each behind the text before it. */
function lackingEntries(blocks: readonly Block[], locale: LocaleId, known: ReadonlySet<string>): readonly NewEntry[] {
  let after: string | undefined;
  return blocks.flatMap((block): readonly NewEntry[] => {
    const target = block.targets[locale];
    const before = after;
    if (target !== undefined) after = block.name;
    if (target === undefined || known.has(block.name)) return [];
    const { annotations: _, ...rest } = block;
    const own: Block = { ...rest, annotations: {}, source: target.runs, sourceLocale: locale };
    return [before === undefined ? { block: own } : { block: own, after: before }];
  });
}

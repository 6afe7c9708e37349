import { pointerTo } from '@helve/core';
import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { DOCUMENT_ID, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { codeFinder } from '../code/code-finder.js';
import { parseError, locationAt } from '../format-error.js';
import { namedEncoding, valueCodes } from '../format-option.js';
import { locateClusters } from '../json/member-cluster.js';
import { JsonFault, JsonScanner } from '../json/scanner.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { runsDigest } from '../runs-digest.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { entryName, i18nextEntries, type Entry } from './entry.js';
import { toForms } from './forms.js';
import { MemberCollector, type Member } from './member.js';
import type { I18nextOptions } from './options.js';
import { createSuffixes } from './suffix.js';

/** Reads an i18next file: values are blocks, and the suffixed keys of one entry are one block with forms. */
export async function* readI18next(
  source: ByteSource,
  options: I18nextOptions,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  const { maxBytes } = options;
  const text = await loadText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  yield {
    kind: 'layer-start',
    layer: rootLayer({ format: 'i18next', mimeType: 'application/json', form: text.form }, ctx),
  };
  const bad = new BadValues(options);
  const entries = i18nextEntries(readMembers(text, bad, options, ctx), createSuffixes(options, ctx.sourceLocale));
  yield* toBlocks(entries, text, bad, options, ctx).map((block): Part => ({ kind: 'block', block }));
  bad.reportIn(text.text, ctx);
  reportRepeated(entries.filter(isRepeated).length, ctx);
  yield { kind: 'layer-end', id: rootLayerId };
}

/** True when the key of an entry, or one around it, came before. */
function isRepeated(entry: Entry): boolean {
  const member = entry.kind === 'value' ? entry.member : entry.members[0];
  return member?.place.documentId !== undefined;
}

function readMembers(text: LoadedText, bad: BadValues, options: I18nextOptions, ctx: ReadContext): readonly Member[] {
  const collector = new MemberCollector(options, bad);
  const scanner = new JsonScanner(collector, options.maxDepth, ctx.document);
  try {
    scanner.feed(text);
    scanner.end();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'i18next', error.message, locationAt(text.text, error.index));
  }
  return collector.members.filter(
    ({ translatable, fault }) => translatable || fault !== undefined || options.extractNonTranslatable,
  );
}

interface Draft {
  readonly id: string;
  readonly entry: Entry;
  readonly runs: Runs;
}

/**
 * Creates the blocks. Forms of an entry may be apart, so skeleton entries are in the order of the file and blocks in
 * that of their first one.
 */
function toBlocks(
  entries: readonly Entry[],
  text: LoadedText,
  bad: BadValues,
  options: I18nextOptions,
  ctx: ReadContext,
): readonly Block[] {
  const finder = codeFinder(valueCodes(options));
  const drafts = entries.map((entry) => toDraft(entry, (value) => finder(value).runs));
  const located = drafts.flatMap((draft) => locateEntries(draft, text)).toSorted((a, b) => a.offset - b.offset);
  const first = new Map<string, number>();
  for (const entry of located) {
    const number = ctx.skeleton?.append(entry);
    if (number !== undefined && !first.has(entry.blockId)) first.set(entry.blockId, number);
  }
  return drafts.map(({ id, entry, runs }) => {
    const member = entry.kind === 'value' ? entry.member : entry.members[0];
    const name = entryName(entry);
    const properties: Record<string, string> = { key: name };
    if (!member?.translatable) properties['role'] = 'excluded';
    if (member?.fault !== undefined) bad.add(id, member.fault, properties);
    if (member?.place.documentId !== undefined) properties[DOCUMENT_ID] = member.place.documentId;
    const fields = {
      id,
      name,
      type: 'string',
      source: runs,
      properties,
      translatable: member?.translatable,
      format: 'i18next',
    };
    return readBlock({ ...fields, entry: first.get(id) }, ctx);
  });
}

function toDraft(entry: Entry, find: (text: string) => Runs): Draft {
  if (entry.kind === 'value') {
    const { place, text, fault } = entry.member;
    return { id: place.id, entry, runs: fault === undefined ? find(text) : [textRun(text)] };
  }
  const { members, ordinal, base } = entry;
  const [first] = members;
  const parent = first?.place.id.slice(0, first.place.id.lastIndexOf('/')) ?? '';
  // A value may have the key without suffixes; an entry has a mark that no pointer has.
  const id = `${pointerTo(parent, base)}~${ordinal ? 'ordinal' : 'forms'}`;
  return { id, entry, runs: toForms(members, ordinal, find) };
}

function locateEntries({ id, entry, runs }: Draft, text: LoadedText) {
  const digest = runsDigest(runs);
  const ref = { kind: 'ref', blockId: id, side: 'source', digest } as const;
  if (entry.kind === 'value') {
    const { valueIndex, raw, style } = entry.member;
    return [{ ...ref, ...byteRange(text, valueIndex, valueIndex + raw.length), form: style }];
  }
  const members = entry.members.map((member) => ({ ...member, ...member.form }));
  return locateClusters({ ...entry, members }, text).map((cluster) => ({ ...ref, ...cluster }));
}

function byteRange(text: LoadedText, start: number, end: number): { readonly offset: number; readonly length: number } {
  const offset = text.byteAt(start);
  return { offset, length: text.byteAt(end) - offset };
}

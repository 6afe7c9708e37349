import type { JsonObject } from '@helve/core';
import type { Block, ContentLoss, LocaleId, LossNote } from '@helve/flow';
import {
  containsForms,
  dataText,
  variantLocale,
  type ByteSource,
  type Format,
  type FormatResolver,
} from '@helve/flow/content';
import { hasMessageForms } from '../dialect/has-message-forms.js';
import { formatCapacities } from '../format/capacity/format-capacity.js';
import { SKELETON_PROPERTY } from '../format/generate/exchange-mark.js';
import { parseMessage } from '../format/messageformat/parse-message.js';
import { EntryLog } from './entry-log.js';
import { FormGroups } from './form-groups.js';
import { readNotedFacts } from './helve-note.js';
import { mapSides } from './map-runs.js';
import { pruneForms } from './prune-forms.js';
import { unpackOriginal, type OriginalFile } from './original-file.js';
import { withOriginalCodes } from './original-codes.js';

/** A document to convert. */
export interface ConversionInput {
  readonly format: Format;
  readonly source: ByteSource;
  readonly options: JsonObject;
  readonly document: string;
  readonly sourceLocale: LocaleId;
  /** Language of a bilingual file that does not name it. */
  readonly targetLocale?: LocaleId | undefined;
  readonly formats: FormatResolver;
  readonly signal: AbortSignal;
}

/** A document that was read for its conversion. */
export interface ConversionDocument {
  readonly blocks: readonly Block[];
  /** Language of its sources. */
  readonly sourceLocale: LocaleId;
  /** Languages of its translations, in order of appearance. */
  readonly locales: readonly LocaleId[];
  readonly losses: readonly ContentLoss[];
  /** The file that an exchange file was made of, where it has it. */
  readonly original?: OriginalFile;
}

/** Reads a document, with codes and keys as the file has them that its texts come from. */
export async function readForConversion(input: ConversionInput): Promise<ConversionDocument> {
  const { format, source, options, document, sourceLocale, targetLocale, formats, signal } = input;
  const skeleton = format.kind === 'bilingual' ? new EntryLog(format.id, source) : undefined;
  const losses: ContentLoss[] = [];
  const ctx = {
    document,
    sourceLocale,
    signal,
    formats,
    ...(targetLocale === undefined ? {} : { targetLocale }),
    ...(skeleton && { skeleton }),
    lose: (loss: LossNote & { readonly block?: string }) => void losses.push({ ...loss, document, step: 'read' }),
  };
  const isMessage = ['message', 'preset'].includes(formatCapacities[format.id]?.plural ?? '');
  const units = new FormGroups();
  const originals: (OriginalFile | undefined)[] = [];
  for await (const part of format.read(source, options, ctx)) {
    signal.throwIfAborted();
    if (part.kind === 'group-start') {
      units.open(part.group);
      originals.push(unpackOriginal(part.group.properties[SKELETON_PROPERTY], part.group.name));
    } else if (part.kind === 'group-end') units.close();
    else if (part.kind === 'block') units.add(toOriginal(part.block, format.id, skeleton));
  }
  const blocks = isMessage
    ? units.blocks.map(withMessages)
    : format.kind === 'bilingual'
      ? units.blocks.map(pruneForms)
      : units.blocks;
  const locales = new Set(blocks.flatMap(({ targets }) => Object.keys(targets).map(variantLocale)));
  const found = originals.filter((original) => original !== undefined);
  return {
    blocks,
    sourceLocale: blocks[0]?.sourceLocale ?? sourceLocale,
    locales: [...locales],
    losses,
    // Units of several files go back to none of them alone.
    ...(found.length === 1 && found[0] && { original: found[0] }),
  };
}

/** Reads ICU messages in the texts of a format that has no plural forms: they were written so, or mean nothing else. */
function withMessages(block: Block): Block {
  return mapSides(block, (runs) => {
    const text = containsForms(runs) ? '' : dataText(runs);
    if (!hasMessageForms(text)) return runs;
    const message = parseMessage(text);
    return message.ok ? message.runs : runs;
  });
}

function toOriginal(block: Block, format: string, log: EntryLog | undefined): Block {
  const entries = log?.at(block.skeleton?.entry) ?? [];
  const coded = entries.reduce((known, entry) => withOriginalCodes(known, entry), block);
  return readNotedFacts(isNumbered(coded, format) ? { ...coded, name: '' } : coded, format);
}

/** True for a unit without a name in a file whose ids are numbers that Helve gave. */
function isNumbered({ id, name }: Block, format: string): boolean {
  return name === id && /^u\d+$/u.test(id) && (format === 'xliff2' || format === 'xliff');
}

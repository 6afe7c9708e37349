import { isPlainObject } from '@helve/core';
import type { Block, Runs } from '@helve/flow';
import {
  dataText,
  formOf,
  hasForms,
  pluralSamples,
  type SkeletonEmbedded,
  type WriteContext,
} from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { NoteEntry } from '../note-entry.js';
import { planMembers } from '../plural/plan-members.js';
import { readingOf, withCase } from '../plural/plural-reading.js';
import { sameRuns } from '../same-runs.js';
import { pickMonolingual, spliceDocument } from '../splice-document.js';
import { encodeComment } from '../xml/comment-note.js';
import { redeclareXml } from '../xml/declared-encoding.js';
import { isMarkup } from '../xml/inline-pieces.js';
import { pluralEdits } from '../xml/plural-items.js';
import { applyEdits } from '../xml/raw-edit.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { withTags } from '../xml/value-range.js';
import { XmlValueEntry } from '../xml/xml-value-entry.js';
import { dialects, type Dialect } from './dialect.js';
import { encodeValue, UnwritableText } from './encode-value.js';
import type { AndroidXmlOptions } from './options.js';
import { PluralsEntry } from './resource-entry.js';

const format = 'androidxml';

/** Writes an Android resource file around the changed values. */
export const writeAndroidXml: FormatDefinition<AndroidXmlOptions>['write'] = async (request) => {
  const { parts, sink, skeleton, options, ctx } = request;
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const dialect = dialects[options.dialect];
  return spliceDocument({
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: (entry, block) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
      encode: (runs = [], entry, block) => {
        if (entry instanceof NoteEntry) return encodeComment(dataText(runs), entry, format);
        if (entry instanceof PluralsEntry) return encodeForms(runs, entry, block, dialect, ctx);
        if (!(entry instanceof XmlValueEntry)) throw new TypeError('Cannot write: the skeleton is of another reader');
        return withTags(encodeText(oneReading(runs, block, ctx), entry.raw, entry, dialect), entry.emptyTag);
      },
      encodeText: (text, entry) => encodeEmbedded(text, entry, dialect),
      escaper: createReferenceEscaper(),
      redeclare: redeclareXml,
    },
  });
};

/** Returns content without forms: a value has only one. */
function oneReading(runs: Runs, block: Block, ctx: WriteContext): Runs {
  if (!runs.some(hasForms)) return runs;
  ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format' } });
  return readingOf(runs, () => 'other');
}

function encodeForms(runs: Runs, entry: PluralsEntry, block: Block, dialect: Dialect, ctx: WriteContext): string {
  const locale = ctx.targetLocale;
  const content = withCase(runs, 'other');
  const plan = planMembers(content, { locale, zeroIsExact: false });
  const lost = plan?.lost ?? [];
  if (lost.length > 0 || runs.some(({ kind }) => kind === 'select')) {
    ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format', forms: [...lost] } });
  }
  const isKnown = locale !== undefined && pluralSamples(locale, false) !== undefined;
  const [old] = entry.content;
  const edits = pluralEdits(entry.raw, entry.items, {
    // Content without forms is the text of every item.
    members: plan?.members ?? new Map(entry.items.map(({ category }) => [category, content] as const)),
    isKept: (category) => category === 'zero' && !isKnown,
    isSame: ({ category }, member) => old?.kind === 'plural' && sameRuns(formOf(old, category) ?? noContent, member),
    encode: (member, raw) => encodeText(member, raw, entry, dialect),
  });
  return applyEdits(entry.raw, edits);
}

/** Stands for an item that is not a form of the content, which no content is equal to. */
const noContent: Runs = Object.freeze([]);

function encodeText(
  runs: Runs,
  raw: string,
  { blockId, fragments }: XmlValueEntry | PluralsEntry,
  dialect: Dialect,
): string {
  const written = writable(blockId, () => encodeValue(runs, raw, dialect));
  const problem = runs.some((run) => 'subType' in run && isMarkup(run)) ? fragments.problemOf(written) : undefined;
  if (problem !== undefined) throw unwritable(blockId, format, `its markup is not well-formed: ${problem}`);
  return written;
}

function encodeEmbedded(text: string, { layerId, form }: SkeletonEmbedded, dialect: Dialect): string {
  const { raw, emptyTag } = isPlainObject(form) ? form : {};
  const old = typeof raw === 'string' ? raw : '';
  const written = writable(layerId, () => encodeValue([{ kind: 'text', text }], old, dialect));
  return withTags(written, typeof emptyTag === 'string' && emptyTag !== '' ? emptyTag : undefined);
}

function writable(blockId: string, encode: () => string): string {
  try {
    return encode();
  } catch (error) {
    throw error instanceof UnwritableText ? unwritable(blockId, format, error.message) : error;
  }
}

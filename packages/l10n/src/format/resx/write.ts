import { isPlainObject } from '@helve/core';
import { textRun, type Block, type Runs } from '@helve/flow';
import { dataText, hasForms, type SkeletonEmbedded, type SkeletonValue, type WriteContext } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { NoteEntry } from '../note-entry.js';
import { pickMonolingual, spliceDocument } from '../splice-document.js';
import { lineEnds } from '../text/output-buffer.js';
import { redeclareXml } from '../xml/declared-encoding.js';
import { encodeContent, UnwritableContent } from '../xml/encode-content.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { withTags } from '../xml/value-range.js';
import { XmlValueEntry } from '../xml/xml-value-entry.js';
import type { ResxOptions } from './options.js';
import { needsSpace, SpaceEntry } from './space-entry.js';

/** Writes a .NET resource file around the changed values. */
export const writeResx: FormatDefinition<ResxOptions>['write'] = async ({ parts, sink, skeleton, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const lineEnd = (): string => lineEnds[skeleton.textForm?.lineBreak ?? 'lf'];
  return spliceDocument({
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      isChanged: (entry, block) => (entry instanceof SpaceEntry ? isSpaceNew(entry, block, ctx) : undefined),
      pick: (entry, block) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
      encode: (runs = [], entry, block) => {
        if (entry instanceof SpaceEntry) return ' xml:space="preserve"';
        if (entry instanceof NoteEntry) return encodeNote(dataText(runs), entry, lineEnd());
        if (!(entry instanceof XmlValueEntry)) throw new TypeError('Cannot write: the skeleton is of another reader');
        return withTags(encodeValue(runs, entry.raw, block.id, lineEnd()), entry.emptyTag);
      },
      encodeText: (text, entry) => encodeEmbedded(text, entry, lineEnd()),
      escaper: createReferenceEscaper(),
      redeclare: redeclareXml,
    },
  });
};

/** True when a changed value has to keep white space that the old one did not have. */
function isSpaceNew(entry: SkeletonValue & { readonly content: Runs }, block: Block, ctx: WriteContext): boolean {
  const runs = pickMonolingual(entry, block, ctx) ?? [];
  return needsSpace(runs) && dataText(runs) !== dataText(entry.content);
}

/** Keeps the white space around a comment. */
function encodeNote(text: string, { raw, blockId }: NoteEntry, lineEnd: string): string {
  const [lead = ''] = /^\s*/u.exec(raw) ?? [];
  const trail = raw.slice(raw.trimEnd().length);
  return lead + encodeValue([textRun(text)], raw.trim(), blockId, lineEnd) + trail;
}

/** Writes content as a value; forms are a message. */
export function encodeValue(runs: Runs, raw: string, blockId: string, lineEnd: string): string {
  try {
    return encodeContent(runs.some(hasForms) ? [textRun(contentText(runs, true))] : runs, raw, lineEnd);
  } catch (error) {
    throw error instanceof UnwritableContent ? unwritable(blockId, 'resx', error.message) : error;
  }
}

function encodeEmbedded(text: string, { layerId, form }: SkeletonEmbedded, lineEnd: string): string {
  const { raw, emptyTag } = isPlainObject(form) ? form : {};
  const written = encodeValue([textRun(text)], typeof raw === 'string' ? raw : '', layerId, lineEnd);
  return withTags(written, typeof emptyTag === 'string' && emptyTag !== '' ? emptyTag : undefined);
}

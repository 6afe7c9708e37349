import type { Block, Part, Runs } from '@helve/flow';
import type { SkeletonValue, WriteContext } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { mapParts } from '../map-parts.js';
import { writePackage } from '../package/write-package.js';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { formText, pickMonolingual, spliceDocument, type ValueCodec } from '../splice-document.js';
import { ValueEntry } from '../value-entry.js';
import { encodeContent, UnwritableContent } from '../xml/encode-content.js';
import { applyEdits } from '../xml/raw-edit.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { encodeParagraph } from './encode-paragraph.js';
import type { DocxOptions } from './options.js';
import { fromParagraphForm, type HostedText, type ParagraphForm, type TextHost } from './paragraph-form.js';
import { textLanguage, type TextLanguage } from './text-language.js';

/** Writes a Word document: changed paragraphs stand where they stood, and all other bytes stay. */
export const writeDocx: FormatDefinition<DocxOptions>['write'] = async (request) => {
  const hosted = new Map<string, Block>();
  const language = textLanguage(request.ctx.targetLocale, request.options);
  const parts = mapParts(request.parts, { map: (part) => withoutHosted(part, hosted) });
  return writePackage(
    { ...request, parts },
    { write: (member) => spliceDocument({ ...member, codec: new ParagraphCodec(hosted, language) }) },
  );
};

/** Keeps the blocks of text boxes for the paragraphs that hold them. */
function withoutHosted(part: Part, hosted: Map<string, Block>): Part | undefined {
  if (part.kind !== 'block' || !/~\d+\.\d+$/u.test(part.block.id)) return part;
  hosted.set(part.block.id, part.block);
  return undefined;
}

class ParagraphCodec implements ValueCodec {
  readonly pick = pickMonolingual;
  readonly escaper = createReferenceEscaper();
  readonly #hosted: ReadonlyMap<string, Block>;
  readonly #language: TextLanguage;

  constructor(hosted: ReadonlyMap<string, Block>, language: TextLanguage) {
    this.#hosted = hosted;
    this.#language = language;
  }

  isChanged(entry: SkeletonValue, _: Block, ctx: WriteContext): boolean | undefined {
    const hosts = fromParagraphForm(entry)?.hosts ?? [];
    return hosts.some(({ texts }) => texts.some((text) => this.#changed(text, ctx) !== undefined)) || undefined;
  }

  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block, ctx: WriteContext): string {
    const form = fromParagraphForm(entry);
    if (form === undefined) return encodeElement(runs ?? [], formText(entry), block.id);
    const isSame = entry instanceof ValueEntry && sameRuns(runs ?? [], entry.content);
    const own = isSame ? form.raw : this.#paragraph(runs ?? [], form, block.id, ctx);
    return form.hosts.reduce((xml, host) => this.#withHost(xml, host, ctx), own);
  }

  #paragraph(runs: Runs, form: ParagraphForm, block: string, ctx: WriteContext): string {
    const xml = encodeParagraph(runs, form, block, this.#language);
    if (form.revised) ctx.lose({ kind: 'repaired', block, detail: { reason: 'tracked-changes' } });
    if (this.#language.rightToLeft) ctx.lose({ kind: 'repaired', block, detail: { reason: 'direction' } });
    return xml;
  }

  /** Puts the changed texts of text boxes into the XML of the paragraph around them. */
  #withHost(xml: string, { raw, texts }: TextHost, ctx: WriteContext): string {
    const edits = texts.flatMap((text) => {
      const runs = this.#changed(text, ctx);
      if (runs === undefined) return [];
      return text.places.map(({ start, end, form }) => ({
        start,
        end,
        text: this.#paragraph(runs, form, text.id, ctx),
      }));
    });
    if (edits.length === 0) return xml;
    const at = xml.indexOf(raw);
    if (at >= 0) return xml.slice(0, at) + applyEdits(raw, edits) + xml.slice(at + raw.length);
    ctx.lose({ kind: 'block-skipped', detail: { reason: 'no-place', count: edits.length } });
    return xml;
  }

  /** Returns the content of a text in a text box if it changed. */
  #changed({ id, digest }: HostedText, { targetLocale }: WriteContext): Runs | undefined {
    const block = this.#hosted.get(id);
    if (block === undefined) return undefined;
    const runs = (targetLocale === undefined ? undefined : block.targets[targetLocale]?.runs) ?? block.source;
    return runsDigest(runs) === digest ? undefined : runs;
  }
}

function encodeElement(runs: Runs, raw: string, block: string): string {
  try {
    return encodeContent(runs, raw, '\n');
  } catch (error) {
    throw error instanceof UnwritableContent ? unwritable(block, 'docx', error.message) : error;
  }
}

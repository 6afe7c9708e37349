import type { Block, Part, Runs } from '@helve/flow';
import { dataText, type SkeletonValue, type WriteContext } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { mapParts } from '../map-parts.js';
import { writePackage } from '../package/write-package.js';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { formText, pickMonolingual, spliceDocument, type ValueCodec } from '../splice-document.js';
import { Spellings } from '../text/spellings.js';
import { ValueEntry } from '../value-entry.js';
import { encodeContent, UnwritableContent } from '../xml/encode-content.js';
import { escapeValue, isXmlText } from '../xml/escape-xml.js';
import { applyEdits } from '../xml/raw-edit.js';
import { spelledChars } from '../xml/spelling.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { encodeParagraph } from './encode-paragraph.js';
import type { DocxOptions } from './options.js';
import {
  fromParagraphForm,
  type AttributeForm,
  type HostedText,
  type ParagraphForm,
  type TextHost,
} from './paragraph-form.js';
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

/** Ends the id of a text in a text box or a picture of a paragraph with text. */
const hostedId = /~\d+\.\d+$/u;

/** Keeps the blocks of text boxes for the paragraphs that hold them. */
function withoutHosted(part: Part, hosted: Map<string, Block>): Part | undefined {
  if (part.kind !== 'block' || !hostedId.test(part.block.id)) return part;
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
    const form = fromParagraphForm(entry);
    return (form !== undefined && this.#hostsChanged(form, ctx)) || undefined;
  }

  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block, ctx: WriteContext): string {
    const form = fromParagraphForm(entry);
    if (form === undefined) return encodeElement(runs ?? [], formText(entry), block.id);
    const isSame = entry instanceof ValueEntry && sameRuns(runs ?? [], entry.content);
    return this.#written(isSame ? undefined : (runs ?? []), form, block.id, ctx);
  }

  /** Writes a text, if it changed, and those in it. */
  #written(runs: Runs | undefined, form: ParagraphForm | AttributeForm, block: string, ctx: WriteContext): string {
    if ('attribute' in form) return runs === undefined ? form.attribute : encodeAttribute(runs, form.attribute, block);
    const own = runs === undefined ? form.raw : this.#paragraph(runs, form, block, ctx);
    return form.hosts.reduce((xml, host) => this.#withHost(xml, host, ctx), own);
  }

  /** True when a text in a text box or a picture changed. */
  #hostsChanged(form: ParagraphForm | AttributeForm, ctx: WriteContext): boolean {
    if ('attribute' in form) return false;
    return form.hosts.some(({ texts }) =>
      texts.some(
        (text) =>
          this.#changed(text, ctx) !== undefined || text.places.some((place) => this.#hostsChanged(place.form, ctx)),
      ),
    );
  }

  #paragraph(runs: Runs, form: ParagraphForm, block: string, ctx: WriteContext): string {
    const xml = encodeParagraph(runs, form, block, this.#language);
    if (form.revised) ctx.lose({ kind: 'repaired', block, detail: { reason: 'tracked-changes' } });
    if (this.#language.rightToLeft) ctx.lose({ kind: 'repaired', block, detail: { reason: 'direction' } });
    return xml;
  }

  /** Puts the changed texts of text boxes and pictures into the XML of the paragraph around them. */
  #withHost(xml: string, { raw, texts }: TextHost, ctx: WriteContext): string {
    const edits = texts.flatMap((text) => {
      const runs = this.#changed(text, ctx);
      return text.places
        .filter(({ form }) => runs !== undefined || this.#hostsChanged(form, ctx))
        .map(({ start, end, form }) => ({ start, end, text: this.#written(runs, form, text.id, ctx) }));
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

/** Writes a description in the quotes of its attribute, in the spelling of the old one. */
function encodeAttribute(runs: Runs, raw: string, block: string): string {
  const spellings = new Spellings(spelledChars(raw));
  const text = dataText(runs);
  if (!isXmlText(text)) throw unwritable(block, 'docx', 'a character is not allowed in XML 1.0');
  return Array.from(text, (char) => spellings.take(char) ?? escapeValue(char)).join('');
}

function encodeElement(runs: Runs, raw: string, block: string): string {
  try {
    return encodeContent(runs, raw, '\n');
  } catch (error) {
    throw error instanceof UnwritableContent ? unwritable(block, 'docx', error.message) : error;
  }
}

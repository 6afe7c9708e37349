import type { Block } from '@helve/flow';
import type { SkeletonValue, WriteContext } from '@helve/flow/content';
import { formText, pickMonolingual, spliceWriter, type ValueCodec } from '../splice-document.js';
import { lineEnds, type LayerTextForm } from '../text/output-buffer.js';
import { createHtmlEscaper, redeclareCharset } from './charset.js';
import { intoTags } from './code-attributes.js';
import { DirectionEntry } from './direction-entry.js';
import { attributeForm, encodeAttribute, encodeHtml } from './encode.js';

/** Writes an HTML file around the changed blocks; attributes of tags in texts go into their codes first. */
export const writeHtml: ReturnType<typeof spliceWriter> = (request) => {
  return spliceWriter(new HtmlCodec())({ ...request, parts: intoTags(request.parts, request.ctx) });
};

class HtmlCodec implements ValueCodec {
  readonly pick = pickMonolingual;
  readonly escaper = createHtmlEscaper();
  readonly redeclare = redeclareCharset;
  #lineEnd = '\n';

  begin({ lineBreak }: LayerTextForm): void {
    this.#lineEnd = lineEnds[lineBreak];
  }

  isChanged(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean | undefined {
    return entry instanceof DirectionEntry ? entry.isNeeded(block, ctx) : undefined;
  }

  encode(runs: ReturnType<typeof pickMonolingual>, entry: SkeletonValue, block: Block, ctx: WriteContext): string {
    const { id, preserveWhitespace: preserve } = block;
    if (entry instanceof DirectionEntry) {
      ctx.lose({ kind: 'repaired', block: id, detail: { reason: 'direction' } });
      return ' dir="rtl"';
    }
    const attribute = attributeForm(entry.form);
    if (attribute !== undefined) return encodeAttribute(runs ?? [], attribute.raw, attribute.quote, id, this.#lineEnd);
    return encodeHtml(runs ?? [], { raw: formText(entry), preserve, lineEnd: this.#lineEnd }, id);
  }

  /** Keeps data in its script: no end tag and no comment begins in it. */
  encodeText(text: string): string {
    return text.replaceAll(/<(?=\/script|!--|script)/gi, '\\u003c');
  }
}

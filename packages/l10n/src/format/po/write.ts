import { textRun, type Block, type Runs } from '@helve/flow';
import { dataText, type SkeletonValue, type WriteContext } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { spliceDocument } from '../splice-document.js';
import { lineEnds, type LayerTextForm } from '../text/output-buffer.js';
import { CatalogLosses } from './catalog-losses.js';
import { isRefusedByGettext } from './gettext-check.js';
import { toHead, isSameHead, withFuzzy, writeHead, type Head } from './head.js';
import { completeHeader, effectiveRule, newHeader, withCharset, type HeaderRequest } from './header.js';
import type { Layout } from './layout.js';
import type { PoOptions } from './options.js';
import { entryHead, sourceText, targetText } from './parse.js';
import { RenamedMessages } from './renamed-messages.js';
import { messageContent, HeaderEntry, headerRuns, isSameContent, MessageEntry } from './skeleton-entry.js';
import { escapePo } from './po-string.js';
import { parseStatements, statementsText } from './statement.js';
import { ValueWriter } from './value-writer.js';

/** Writes a catalog around the changes. */
export const writePo: FormatDefinition<PoOptions>['write'] = async ({ parts, sink, skeleton, options, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const form = skeleton.textForm ?? { encoding: 'utf-8', lineBreak: 'lf' };
  const codec = new PoCodec(options, ctx, form.encoding, lineEnds[form.lineBreak]);
  const report = await spliceDocument({ parts, sink, skeleton, codec, ctx });
  await codec.renamed.check({ source: skeleton.source, document: ctx.document, options, signal: ctx.signal });
  codec.losses.report(ctx);
  return report;
};

/** Encodes the entries of a catalog. */
class PoCodec {
  readonly losses = new CatalogLosses();
  readonly renamed = new RenamedMessages();
  readonly #values: ValueWriter;
  readonly #lineEnd: string;
  readonly #headLayout: Layout;
  readonly #encoding: string;
  /** The requested encoding. */
  #wanted: string;

  constructor({ wrap }: PoOptions, ctx: WriteContext, encoding: string, lineEnd: string) {
    this.#values = new ValueWriter({ wrap, lineEnd, ctx, losses: this.losses });
    this.#lineEnd = lineEnd;
    this.#headLayout = { width: wrap === 'keep' ? 0 : wrap, lineEnd };
    this.#encoding = encoding;
    this.#wanted = encoding;
  }

  begin({ encoding }: LayerTextForm): void {
    this.#wanted = encoding;
  }

  isChanged(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean | undefined {
    if (!(entry instanceof MessageEntry)) return undefined;
    this.losses.look(block);
    return entry.isChanged(block, ctx);
  }

  pick(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined {
    if (entry instanceof MessageEntry) return messageContent(entry, block, ctx);
    if (!(entry instanceof HeaderEntry)) return undefined;
    if (!entry.message) return ctx.targetLocale === undefined ? undefined : [textRun(this.#newHeader(entry, ctx))];
    return headerRuns(this.#headerHead(entry, block, ctx), [textRun(this.#header(entry, block, ctx))]);
  }

  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block, ctx: WriteContext): string {
    if (entry instanceof MessageEntry) return this.#message(entry, runs, block, ctx);
    if (!(entry instanceof HeaderEntry)) return '';
    if (!entry.message) return this.#newHeader(entry, ctx);
    const { entry: read, head } = entry.message;
    const comments = writeHead(entryHead(read), head, this.#headerHead(entry, block, ctx), this.#headLayout);
    const text = this.#header(entry, block, ctx);
    const statements = parseStatements(targetText(read)).map((one) =>
      one.value === text ? one : { ...one, body: this.#headerBody(text) },
    );
    return comments + sourceText(read) + statementsText(statements);
  }

  /** Writes a message; unchanged parts keep their spelling. */
  #message(message: MessageEntry, wanted: Runs | undefined, block: Block, ctx: WriteContext): string {
    const { entry, head, source, content, facts } = message.message;
    const wantedHead = message.wantedHead(block, ctx);
    const isSource = source === undefined || isSameContent(source, block.source);
    const isTarget = isSameContent(content, wanted);
    const sourcePart = isSource ? sourceText(entry) : this.#values.source(block.source, entry, block);
    const targetPart = isTarget
      ? targetText(entry)
      : this.#values.target(wanted, entry, block, { facts, variant: message.variant });
    const isFresh = !isSource || !isTarget || (head.fuzzy && !wantedHead.fuzzy);
    if (source !== undefined && (!isSource || head.context !== wantedHead.context)) {
      this.renamed.add(entry, { context: wantedHead.context, id: parseStatements(sourcePart)[0]?.value ?? '' });
    }
    const isChecked = isFresh && source !== undefined && !wantedHead.fuzzy;
    const locale = ctx.targetLocale ?? message.variant ?? ctx.sourceLocale;
    const rule = isChecked ? effectiveRule(facts, ctx.sourceLocale, locale) : undefined;
    const isRefused =
      isChecked && isRefusedByGettext({ flags: wantedHead.flags, source: sourcePart, target: targetPart, rule });
    if (isRefused) this.losses.fuzzy();
    const writtenHead = isRefused ? withFuzzy(wantedHead, true) : wantedHead;
    const headPart = isSameHead(head, writtenHead)
      ? entryHead(entry)
      : writeHead(entryHead(entry), head, writtenHead, this.#headLayout);
    return headPart + sourcePart + targetPart;
  }

  #header(entry: HeaderEntry, block: Block, ctx: WriteContext): string {
    const header = completeHeader(dataText(block.source), this.#wish(entry, ctx));
    return this.#wanted === this.#encoding ? header : withCharset(header, this.#wanted);
  }

  /** Returns the head of a header; one written for a target is no longer a template's. */
  #headerHead(entry: HeaderEntry, block: Block, ctx: WriteContext): Head {
    const isSame = this.#header(entry, block, ctx) === dataText(block.source);
    return toHead(block, isSame && entry.message?.head.fuzzy === true);
  }

  #newHeader(entry: HeaderEntry, ctx: WriteContext): string {
    const body = this.#headerBody(newHeader(this.#wish(entry, ctx)));
    return `msgid ""${this.#lineEnd}msgstr ${body}${this.#lineEnd}${this.#lineEnd}`;
  }

  /** Formats the header with every field on a line of its own. */
  #headerBody(text: string): string {
    return ['""', ...text.split(/(?<=\n)/u).map((line) => `"${escapePo(line)}"`)].join(this.#lineEnd);
  }

  #wish({ hasPlurals }: HeaderEntry, { sourceLocale, targetLocale }: WriteContext): HeaderRequest {
    return { sourceLocale, targetLocale, encoding: this.#wanted, hasPlurals };
  }
}

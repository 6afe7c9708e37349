import type { WriteContext } from '@helve/flow/content';
import type { Block, LocaleId, TargetStatus, Runs } from '@helve/flow';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { escapeChar } from '../json/json-string.js';
import { detectStyle, indentAt, type JsonStyle } from '../json/tree-style.js';
import { spliceDocument, type ValueCodec } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { knownLocale } from '../xliff/to-variant.js';
import { lineEnds } from '../text/output-buffer.js';
import { memberOf } from './catalog.js';
import { CatalogEntry } from './catalog-entry.js';
import { spellNode, type JsonNode } from './json-node.js';
import { localizationNode } from './localization-node.js';
import type { XcstringsOptions } from './options.js';
import { catalogState } from './state.js';

/** Writes a string catalog around the changed languages of its entries. */
export const writeXcstrings: FormatDefinition<XcstringsOptions>['write'] = async ({ parts, sink, skeleton, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const lineEnd = lineEnds[skeleton.textForm?.lineBreak ?? 'lf'];
  return spliceDocument({ parts, sink, skeleton, ctx, codec: new CatalogCodec(lineEnd) });
};

/** Encodes each entry whose languages changed. */
class CatalogCodec implements ValueCodec {
  readonly escaper = charEscaper(escapeChar);
  readonly #lineEnd: string;
  #style: JsonStyle | undefined;

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  isChanged(entry: unknown, block: Block): boolean {
    return entry instanceof CatalogEntry && entry.isChanged(block);
  }

  pick(_: unknown, block: Block): Runs {
    return block.source;
  }

  encode(_: Runs | undefined, entry: unknown, block: Block, ctx: WriteContext): string {
    if (!(entry instanceof CatalogEntry)) throw new TypeError('Cannot write: the entry is not of a string catalog');
    const { tree } = entry;
    this.#style ??= detectStyle(entry.catalog.head, this.#lineEnd);
    const { hasLines } = this.#style;
    const indent = hasLines ? indentAt(tree.text, entry.member.range?.keyAt ?? 0) : '';
    const members = new Map<string, JsonNode>();
    const comment = entry.changedComment(block);
    if (comment !== undefined) members.set('comment', comment);
    const languages = changedLanguages(entry, block, ctx);
    if (languages.size > 0) members.set('localizations', { members: languages, keeps: () => true });
    return spellNode({ members, keeps: () => true }, entry.member, indent, { tree, style: this.#style });
  }
}

/** The languages of an entry that are written anew, by their spellings in the catalog. */
function changedLanguages(entry: CatalogEntry, block: Block, ctx: WriteContext): ReadonlyMap<string, JsonNode> {
  const written = new Map<string, JsonNode>();
  const { sourceLanguage } = entry.catalog;
  if (entry.isSourceChanged(block)) {
    const status = entry.language(knownLocale(sourceLanguage) ?? '')?.content?.status ?? 'translated';
    written.set(sourceLanguage, toNode(entry, { runs: block.source, status, locale: sourceLanguage }, block, ctx));
  }
  for (const [locale, { runs, status }] of entry.changedTargets(block)) {
    const known = entry.language(locale);
    if (known !== undefined && known.content === undefined)
      throw unwritable(block.id, 'xcstrings', `the catalog has "${locale}" in a way that is not understood`);
    written.set(known?.member.key ?? locale, toNode(entry, { runs, status, locale }, block, ctx));
  }
  return written;
}

function toNode(
  entry: CatalogEntry,
  { runs, status, locale }: { readonly runs: Runs; readonly status: TargetStatus; readonly locale: LocaleId },
  block: Block,
  ctx: WriteContext,
): JsonNode {
  const localizations = memberOf(entry.member, 'localizations');
  const own = entry.language(knownLocale(locale) ?? locale)?.member;
  const source = memberOf(localizations, entry.catalog.sourceLanguage);
  return localizationNode({
    runs,
    state: catalogState(status),
    locale: knownLocale(locale),
    models: [own, source].flatMap((model) => model ?? []),
    lose: (forms) =>
      ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format', forms: [...forms], locale } }),
  });
}

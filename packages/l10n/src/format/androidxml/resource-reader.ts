import type { Block, Part } from '@helve/flow';
import { BlockIds, dataText, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import type { SubfilterRule } from '../format-option.js';
import { maxLengthFinder, type FindMaxLength } from '../max-length.js';
import { NoteEntry } from '../note-entry.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId, type SubfilterOf } from '../read-embedded.js';
import type { TextPieces } from '../text/locate.js';
import type { CommentedElement } from '../xml/comment-collector.js';
import { commentText } from '../xml/comment-note.js';
import { isMarkup } from '../xml/inline-pieces.js';
import type { XmlPiece } from '../xml/split-children.js';
import type { XmlFragments } from '../xml/xml-fragments.js';
import type { XmlElement } from '../xml/xml-node.js';
import { XmlValueEntry } from '../xml/xml-value-entry.js';
import type { AndroidXmlOptions } from './options.js';
import { isExcluded } from './resource.js';
import { DraftReader, type ValueDraft } from './value-draft.js';

/** Makes the parts of the resources of one file. */
export class ResourceReader {
  readonly #drafts: DraftReader;
  readonly #options: AndroidXmlOptions;
  readonly #ctx: ReadContext;
  readonly #findSubfilter: SubfilterOf | undefined;
  readonly #findMaxLength: FindMaxLength;
  readonly #ids = new BlockIds();
  readonly #bad: BadValues;
  #isExcluded: boolean;
  #repeated = 0;
  #bareApostrophes = 0;

  constructor(fragments: XmlFragments, options: AndroidXmlOptions, ctx: ReadContext) {
    this.#bad = new BadValues(options);
    this.#drafts = new DraftReader(fragments, this.#bad, options, ctx.sourceLocale);
    this.#options = options;
    this.#ctx = ctx;
    this.#findSubfilter = compileSubfilters(options.subfilters);
    this.#findMaxLength = maxLengthFinder(options);
    this.#isExcluded = /(?:^|[\\/])donottranslate[^\\/]*\.xml$/iu.test(ctx.document);
  }

  /** Takes the root, which may exclude all that it holds. */
  begin(root: XmlElement): void {
    this.#isExcluded ||= isExcluded(root);
  }

  /** Returns the parts of an element. */
  parts(element: CommentedElement): readonly Part[] | Promise<readonly Part[]> {
    const { extractNonTranslatable } = this.#options;
    const drafts = this.#drafts
      .drafts(element)
      .map((draft) => (this.#isExcluded ? { ...draft, translatable: false } : draft))
      .filter(({ translatable }) => translatable || extractNonTranslatable);
    if (this.#findSubfilter) return this.#withEmbedded(drafts, this.#findSubfilter);
    return drafts.map((draft) => ({ kind: 'block', block: this.#block(draft) }));
  }

  /** Reports what was noticed, once for the whole file. */
  async report(pieces: () => TextPieces): Promise<void> {
    await this.#bad.report(pieces, this.#ctx);
    this.#count('duplicate-key', this.#repeated);
    this.#count('bare-apostrophe', this.#bareApostrophes);
  }

  #count(reason: string, count: number): void {
    if (count > 0) this.#ctx.lose({ kind: 'repaired', detail: { reason, count } });
  }

  async #withEmbedded(drafts: readonly ValueDraft[], findSubfilter: SubfilterOf): Promise<readonly Part[]> {
    const parts: Part[] = [];
    for (const draft of drafts) {
      const rule = draft.translatable ? findSubfilter(draft.name) : undefined;
      const embedded = rule && (await this.#embedded(draft, rule));
      parts.push(...(embedded ?? [{ kind: 'block', block: this.#block(draft) }]));
    }
    return parts;
  }

  /** Reads a value with another format; undefined for one that is not a single text. */
  async #embedded(draft: ValueDraft, rule: SubfilterRule): Promise<readonly Part[] | undefined> {
    const entry = draft.entry(draft.name, false);
    if (!(entry instanceof XmlValueEntry) || draft.runs.some((run) => 'subType' in run && isMarkup(run)))
      return undefined;
    const text = dataText(draft.runs);
    const { offset, length, raw, emptyTag = '' } = entry;
    const value = { id: draft.name, parentId: rootLayerId, text, rule, offset, length, form: { raw, emptyTag } };
    const embedded = await readEmbedded(value, this.#ctx);
    this.#ctx.skeleton?.append(embedded.entry);
    return embedded.parts;
  }

  #block(draft: ValueDraft): Block {
    const { name, kind, runs, translatable, fault, above, behind } = draft;
    const properties: Record<string, string> = { key: name };
    if (!translatable) properties['role'] = 'excluded';
    const id = this.#ids.claim(name, properties);
    this.#notice(id, draft);
    if (fault) this.#bad.add(id, fault, properties);
    const comments = behind ? [...above, behind] : above;
    const note = comments.length === 0 ? undefined : comments.map(({ text }) => commentText(text)).join('\n');
    const fields = {
      id,
      name,
      type: kind === 'plurals' ? 'plural' : 'string',
      source: runs,
      properties,
      translatable,
      format: 'androidxml',
      entry: this.#append(id, draft, comments),
      note,
      noteIsKept: comments.length > 1,
      displayHint: this.#findMaxLength(note),
    };
    return readBlock(fields, this.#ctx);
  }

  /** Appends the entries of a value and of its only comment; several comments stay as they are. */
  #append(id: string, { entry, behind }: ValueDraft, comments: readonly XmlPiece[]): number | undefined {
    const { skeleton } = this.#ctx;
    if (skeleton === undefined) return undefined;
    const [only] = comments.length === 1 ? comments : [];
    if (only === undefined) return skeleton.append(entry(id, false));
    if (only !== behind) {
      skeleton.append(noteEntry(id, only, true));
      return skeleton.append(entry(id, false));
    }
    const number = skeleton.append(entry(id, true));
    skeleton.append(noteEntry(id, only, false));
    return number;
  }

  #notice(id: string, { name, bareApostrophe, brokenChars }: ValueDraft): void {
    if (id !== name) this.#repeated += 1;
    if (bareApostrophe) this.#bareApostrophes += 1;
    if (brokenChars) this.#ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
  }
}

function noteEntry(id: string, piece: XmlPiece, more: boolean): NoteEntry {
  const { text: raw } = piece;
  return new NoteEntry(id, piece.bytesOf(0, raw.length), { text: commentText(raw), raw, more });
}

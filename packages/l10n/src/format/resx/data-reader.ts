import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, dataText, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { numberCodes } from '../code/number-codes.js';
import { valueCodes, type SubfilterRule } from '../format-option.js';
import { maxLengthFinder, type FindMaxLength } from '../max-length.js';
import { NoteEntry } from '../note-entry.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId, type SubfilterOf } from '../read-embedded.js';
import type { TextPieces } from '../text/locate.js';
import { inlinePieces, isMarkup } from '../xml/inline-pieces.js';
import { attributesEnd } from '../xml/raw-edit.js';
import type { CommentedElement } from '../xml/comment-collector.js';
import type { XmlPiece } from '../xml/split-children.js';
import { faultsAt, XmlFault } from '../xml/xml-fault.js';
import type { XmlFragments } from '../xml/xml-fragments.js';
import { elementText, isSelfClosing, type XmlElement } from '../xml/xml-node.js';
import { xmlValueEntry } from '../xml/xml-value-entry.js';
import { readInstructions, type CommentInstructions } from './comment-instruction.js';
import { toDataElement, type DataElement } from './data-element.js';
import type { ResxOptions } from './options.js';
import { protectedWords } from './protected-words.js';
import { SpaceEntry } from './space-entry.js';

/** A text with its content and its comment. */
interface Draft {
  readonly data: DataElement;
  readonly piece: XmlPiece;
  readonly runs: Runs;
  readonly note: string | undefined;
  readonly instructions: CommentInstructions;
  readonly fault: XmlFault | undefined;
}

/** Makes the parts of the texts of one file. */
export class DataReader {
  readonly #fragments: XmlFragments;
  readonly #options: ResxOptions;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #findSubfilter: SubfilterOf | undefined;
  readonly #findMaxLength: FindMaxLength;
  readonly #ids = new BlockIds();
  readonly #bad: BadValues;
  #repeated = 0;

  constructor(fragments: XmlFragments, options: ResxOptions, ctx: ReadContext) {
    this.#bad = new BadValues(options);
    this.#fragments = fragments;
    this.#options = options;
    this.#ctx = ctx;
    this.#find = codeFinder(valueCodes(options));
    this.#findSubfilter = compileSubfilters(options.subfilters);
    this.#findMaxLength = maxLengthFinder(options);
  }

  /** Returns the parts of an element. */
  parts({ piece }: CommentedElement): readonly Part[] | Promise<readonly Part[]> {
    const element = this.#fragments.element(piece);
    const data = faultsAt(piece.index, () => toDataElement(element, this.#options));
    if (!data) return [];
    const draft = this.#draft(data, piece);
    const rule = draft.fault ? undefined : this.#findSubfilter?.(data.name);
    const isText = !draft.runs.some((run) => 'subType' in run && isMarkup(run));
    if (rule && isText) return this.#embedded(draft, rule);
    return [{ kind: 'block', block: this.#block(draft) }];
  }

  /** Reports what was noticed, once for the whole file. */
  async report(pieces: () => TextPieces): Promise<void> {
    await this.#bad.report(pieces, this.#ctx);
    const count = this.#repeated;
    if (count > 0) this.#ctx.lose({ kind: 'repaired', detail: { reason: 'duplicate-key', count } });
  }

  #draft(data: DataElement, piece: XmlPiece): Draft {
    const comment = data.comment && elementText(data.comment);
    const note = comment?.trim() === '' ? undefined : comment?.trim();
    const instructions = readInstructions(note);
    const fault = this.#faultOf(data.value, piece);
    const { openEnd, closeStart } = data.value;
    const raw = fault && Object.freeze([textRun(piece.text.slice(openEnd, closeStart))]);
    const runs = raw ?? numberCodes(inlinePieces(data.value, piece.text), this.#finderFor(instructions));
    return { data, piece, runs, note, instructions, fault };
  }

  /** Returns what is wrong with a value that has elements in it, or refuses the file. */
  #faultOf(value: XmlElement, piece: XmlPiece): XmlFault | undefined {
    const inner = value.children.find((child) => child.kind === 'element');
    if (inner?.kind !== 'element') return undefined;
    return this.#bad.accept(new XmlFault(`a value contains the element <${inner.name}>`, piece.index + inner.start));
  }

  #finderFor({ placeholders }: CommentInstructions): CodeFinder {
    if (placeholders.length === 0) return this.#find;
    const own = placeholders.map((text) => ({ pattern: literally(text), type: 'code:placeholder' }));
    const codes = valueCodes(this.#options);
    return codeFinder({ ...codes, enabled: true, rules: [...own, ...codes.rules] });
  }

  async #embedded({ data, piece, runs }: Draft, rule: SubfilterRule): Promise<readonly Part[]> {
    const place = { element: data.value, piece, fragments: this.#fragments };
    const { offset, length, raw, emptyTag = '' } = xmlValueEntry(place, { id: data.name, content: runs, more: false });
    const form = { raw, emptyTag };
    const value = { id: data.name, parentId: rootLayerId, text: dataText(runs), rule, offset, length, form };
    const embedded = await readEmbedded(value, this.#ctx);
    this.#ctx.skeleton?.append(embedded.entry);
    return embedded.parts;
  }

  #block(draft: Draft): Block {
    const { data, runs, note, instructions, fault } = draft;
    const translatable = fault === undefined && !instructions.isLocked;
    const properties: Record<string, string> = { key: data.name };
    if (!translatable) properties['role'] = 'excluded';
    const id = this.#ids.claim(data.name === '' ? '(empty)' : data.name, properties);
    if (properties['@document-id'] !== undefined) this.#repeated += 1;
    if (fault) this.#bad.add(id, fault, properties);
    const displayHint = instructions.displayHint ?? this.#findMaxLength(note);
    const facts = { name: data.name, type: 'string', source: runs, properties, translatable, format: 'resx' };
    const fields = { id, ...facts, entry: this.#append(id, draft), note, displayHint };
    const block = readBlock(fields, this.#ctx);
    const marks = protectedWords(runs, instructions.locked);
    if (marks) block.overlays.push(marks);
    return block;
  }

  /** Appends the entries of a text in the order of the file: of its start tag, and of its value and its comment. */
  #append(id: string, { data, piece, runs, note }: Draft): number | undefined {
    const { skeleton } = this.#ctx;
    if (skeleton === undefined) return undefined;
    const { element, value, comment, keepsSpace } = data;
    const noted = note === undefined || comment === undefined || isSelfClosing(comment) ? undefined : comment;
    if (!keepsSpace) skeleton.append(new SpaceEntry(id, piece.byteAt(attributesEnd(piece.text, element)), runs));
    const isNoteFirst = noted !== undefined && noted.start < value.start;
    if (isNoteFirst) skeleton.append(noteEntry(id, noted, piece, note ?? '', true));
    const place = { element: value, piece, fragments: this.#fragments };
    const more = noted !== undefined && !isNoteFirst;
    const number = skeleton.append(xmlValueEntry(place, { id, content: runs, more }));
    if (more) skeleton.append(noteEntry(id, noted, piece, note ?? '', false));
    return number;
  }
}

function noteEntry(id: string, comment: XmlElement, piece: XmlPiece, text: string, more: boolean): NoteEntry {
  const { openEnd, closeStart } = comment;
  return new NoteEntry(id, piece.bytesOf(openEnd, closeStart), {
    text,
    raw: piece.text.slice(openEnd, closeStart),
    more,
  });
}

/** Writes a pattern that matches nothing but a text. */
function literally(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

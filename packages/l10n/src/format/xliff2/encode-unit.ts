import {
  AnnoAltTranslation,
  AnnoNote,
  payloadOf,
  type Block,
  type Note,
  type OverlaySpan,
  type Runs,
  type TargetStatus,
} from '@helve/flow';
import { spanStatus } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { unwritable } from '../format-error.js';
import { runsDigest } from '../runs-digest.js';
import { findSegmentation } from '../xliff/bilingual-digest.js';
import type { BilingualLosses } from '../xliff/bilingual-losses.js';
import { encodeInline, type InlineTarget } from '../xliff/encode-inline.js';
import { alternativeChanges, noteChanges } from '../xliff/remark-changes.js';
import type { UnitRequest } from '../xliff/write-bilingual.js';
import { escapeValue } from '../xml/escape-xml.js';
import { parseXml } from '../xml/parse-xml.js';
import { applyEdits, indentBefore, setAttribute, type RawEdit } from '../xml/raw-edit.js';
import {
  findAttribute,
  findChild,
  childElements,
  isSelfClosing,
  elementText,
  attributeValue,
  xmlNamespace,
  type XmlElement,
} from '../xml/xml-node.js';
import { dataChanges } from './data-changes.js';
import { withFreshIds } from './fresh-ids.js';
import { pgsNamespace } from './namespace.js';
import { planSegments, type SegmentPlan } from './plan-segments.js';
import { readInline } from './read-inline.js';
import { matchElements, segmentStatus, readUnit, type SegmentElements, type Xliff2Unit } from './read-unit.js';
import { xliff2State, type SegmentState } from './state.js';
import { CodeIds } from '../xliff/code-ids.js';
import { formText } from '../xliff/form-text.js';
import { finishInline } from '../xliff/inline-draft.js';
import { switchCaseText } from './variant-form.js';

/** Writes a changed unit; unchanged parts stay byte for byte. */
export function encodeUnit(request: UnitRequest, find: CodeFinder, losses: BilingualLosses): string {
  const { raw } = request.form;
  const unit = parseUnit(raw, request, find);
  for (const plan of planSegments(unit, request.block, request.variant)) {
    const written = applyEdits(raw, new UnitEdits(unit, request, find, plan).all());
    if (!isReadable(written, request, find)) continue;
    if (plan.kind === 'joined' && plan.pieces.length === 1 && unit.pieces.length > 1) losses.join();
    return written;
  }
  throw unwritable(request.block.id, 'xliff2', 'its codes do not fit into segments');
}

/** A unit is parsed as leniently as its file was. */
const unitRequest = {
  format: 'xliff2',
  maxDepth: 5000,
  maxExpansion: 0,
  lenientPrefixes: { pgs: pgsNamespace },
  passOver: ({ local }: XmlElement) => local === 'target',
} as const;

function parseUnit(raw: string, { block, form }: UnitRequest, find: CodeFinder): Xliff2Unit {
  const request = { ...unitRequest, file: block.id, namespaces: form.namespaces };
  const unit = readUnit(parseXml(raw, request), raw, find, form.variant);
  if (!unit) throw unwritable(block.id, 'xliff2', 'its unit has no segment');
  return unit;
}

/** True when the written unit reads back with the intended content. */
function isReadable(written: string, request: UnitRequest, find: CodeFinder): boolean {
  const { block, variant } = request;
  try {
    const unit = parseUnit(written, request, find);
    const target = block.targets[variant];
    return (
      formText(unit.source) === formText(block.source) &&
      (unit.switches !== undefined || formText(unit.target?.runs ?? []) === formText(target?.runs ?? []))
    );
  } catch {
    return false;
  }
}

class UnitEdits {
  readonly #unit: Xliff2Unit;
  readonly #block: Block;
  readonly #raw: string;
  readonly #request: UnitRequest;
  readonly #find: CodeFinder;
  readonly #plan: SegmentPlan;
  readonly #inline: InlineTarget;
  readonly #prefix: string;
  /** Segments of the target, by id. */
  readonly #spans: ReadonlyMap<string, OverlaySpan>;

  constructor(unit: Xliff2Unit, request: UnitRequest, find: CodeFinder, plan: SegmentPlan) {
    this.#unit = unit;
    this.#block = request.block;
    this.#raw = request.form.raw;
    this.#request = request;
    this.#find = find;
    this.#plan = plan;
    const { spans = [] } = findSegmentation(request.block.overlays, request.variant) ?? {};
    this.#spans = new Map(spans.map((span) => [span.id, span]));
    this.#prefix = unit.element.name.slice(0, -unit.element.local.length);
    const control = (char: string): string => {
      const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `<${this.#prefix}cp hex="${hex.padStart(hex.length > 4 ? 6 : 4, '0')}"/>`;
    };
    this.#inline = { format: 'xliff2', block: request.block.id, lineEnd: request.lineEnd, control };
  }

  all(): readonly RawEdit[] {
    const { pieces } = this.#unit;
    const edits = this.#plan.kind === 'joined' ? [this.#joined()] : pieces.flatMap((piece) => this.#piece(piece));
    const shown = [this.#block.source, this.#block.targets[this.#request.variant]?.runs ?? []];
    const data = this.#data(this.#unit.element, shown);
    return [...edits, ...data, ...this.#newForms(), ...this.#notes(), ...this.#alternatives()];
  }

  /** Creates the edits of one existing segment or ignorable. */
  #piece(piece: SegmentElements): readonly RawEdit[] {
    const source = this.#plan.sources?.get(piece.id);
    const target = this.#plan.targets?.get(piece.id);
    const edits: RawEdit[] = [];
    if (source && runsDigest(source) !== runsDigest(this.#runsOf(piece.sourceElement))) {
      edits.push(content(piece.sourceElement, encodeInline(source, this.#over(piece.sourceElement))));
    }
    if (target === undefined) return [...edits, ...this.#emptied(piece)];
    return staysEmpty(piece, target) ? edits : [...edits, ...this.#target(piece, target)];
  }

  #target(piece: SegmentElements, runs: Runs): readonly RawEdit[] {
    const { targetElement } = piece;
    const edits = [...this.#state(piece)];
    if (!targetElement) {
      const [indent, name] = [indentBefore(this.#raw, piece.sourceElement.start), `${this.#prefix}target`];
      const text = `${indent}<${name}>${this.#encode(runs)}</${name}>`;
      return [...edits, { start: piece.sourceElement.end, end: piece.sourceElement.end, text }];
    }
    edits.push(...this.#targetLanguage(targetElement));
    if (runsDigest(this.#runsOf(targetElement)) !== runsDigest(runs))
      edits.push(content(targetElement, encodeInline(withFreshIds(runs), this.#over(targetElement))));
    return edits;
  }

  #encode(runs: Runs): string {
    return encodeInline(withFreshIds(runs), this.#inline);
  }

  /** Setting for content in the place of that of an element. */
  #over({ openEnd, closeStart }: XmlElement): InlineTarget {
    return { ...this.#inline, old: this.#raw.slice(openEnd, closeStart) };
  }

  #targetLanguage(element: XmlElement): readonly RawEdit[] {
    const language = findAttribute(element, 'lang', xmlNamespace);
    if (!language || this.#request.variant === this.#request.form.variant) return [];
    return [{ start: language.valueStart, end: language.valueEnd, text: escapeValue(this.#request.variant) }];
  }

  /** Writes the state of a segment if it differs. */
  #state({ id, element, ignorable, targetElement }: SegmentElements): readonly RawEdit[] {
    const whole = this.#block.targets[this.#request.variant]?.status;
    if (ignorable || whole === undefined) return [];
    const span = this.#spans.get(id);
    if (span === undefined && targetElement && this.#unit.target?.status === whole) return [];
    const status = span === undefined ? whole : spanStatus(span, whole);
    if (segmentStatus(element) === status) return [];
    const { state, subState } = xliff2State(status);
    return merged([
      ...setAttribute(this.#raw, element, 'state', state),
      ...setAttribute(this.#raw, element, 'subState', subState),
    ]);
  }

  /** Removes a target: its text, and its facts. */
  #emptied(piece: SegmentElements): readonly RawEdit[] {
    const { targetElement, element } = piece;
    if (!targetElement || this.#block.targets[this.#request.variant] || !this.#unit.target) return [];
    const state =
      attributeValue(element, 'state') === undefined ? [] : setAttribute(this.#raw, element, 'state', 'initial');
    const more = setAttribute(this.#raw, element, 'subState', undefined);
    return [...state, ...more, ...this.#targetLanguage(targetElement), content(targetElement, '')];
  }

  /** Joins all segments to one, if the target has no segmentation of its own. */
  #joined(): RawEdit {
    const { pieces } = this.#unit;
    const [first] = pieces;
    const last = pieces.at(-1);
    if (!first || !last) throw new TypeError('Cannot write a unit: it has no segments');
    const texts = (this.#plan.kind === 'joined' ? this.#plan.pieces : []).map((piece) => this.#written(piece, first));
    const indent = indentBefore(this.#raw, first.element.start);
    return { start: first.element.start, end: last.element.end, text: texts.join(indent) };
  }

  #written(piece: NewSegment, model: SegmentElements): string {
    const prefix = this.#prefix;
    const indent = indentBefore(this.#raw, model.sourceElement.start);
    const end = indentBefore(this.#raw, model.element.closeStart);
    const status = this.#block.targets[this.#request.variant]?.status;
    const { state, subState } = this.#newState(piece, model, status);
    const stateAttributes = piece.ignorable ? {} : { state, subState };
    const attributes = Object.entries({ id: piece.id, ...stateAttributes })
      .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeValue(value)}"`))
      .join('');
    const name = `${prefix}${piece.ignorable ? 'ignorable' : 'segment'}`;
    const source = `${indent}<${prefix}source${readSpace(model)}>${encodeInline(piece.source, this.#inline)}</${prefix}source>`;
    const target = piece.target
      ? `${indent}<${prefix}target${readSpace(model)}>${this.#encode(piece.target)}</${prefix}target>`
      : '';
    return `<${name}${attributes}>${source}${target}${end}</${name}>`;
  }

  /** State of a new segment: that of the segment it was cut from, unless the status of the target says otherwise. */
  #newState(piece: NewSegment, { element }: SegmentElements, status: TargetStatus | undefined): SegmentState {
    const [state, subState] = [attributeValue(element, 'state'), attributeValue(element, 'subState')];
    if (piece.target === undefined || status === undefined || segmentStatus(element) === status)
      return { state, subState };
    return status === 'translated' && state === undefined ? { state, subState: undefined } : xliff2State(status);
  }

  /**
   * Adds segments for the forms that the target's language has and the file lacks, with the text for all other values.
   */
  #newForms(): readonly RawEdit[] {
    const last = this.#unit.pieces.at(-1);
    const forms = this.#plan.kind === 'kept' ? (this.#plan.newForms ?? []) : [];
    if (!last || forms.length === 0) return [];
    const prefix = Object.entries(last.element.namespaces).find(([, uri]) => uri === pgsNamespace)?.[0] ?? 'pgs';
    const indent = indentBefore(this.#raw, last.element.start);
    const texts = forms.map(({ keys, runs, source }) => {
      const text = this.#written({ id: undefined, ignorable: false, source, target: runs }, last);
      return `${indent}${text.replace(/^<[^\s>]+/u, (tag) => `${tag} ${prefix}:case="${escapeValue(switchCaseText(keys))}"`)}`;
    });
    return [{ start: last.element.end, end: last.element.end, text: texts.join('') }];
  }

  #runsOf(element: XmlElement): Runs {
    return finishInline(readInline(element, this.#raw, this.#unit.data), new CodeIds(), this.#find).runs;
  }

  #notes(): readonly RawEdit[] {
    const items = payloadOf(this.#block.annotations[AnnoNote], 'note')?.items ?? [];
    const { rewritten, fresh } = noteChanges(this.#unit.notes, items);
    const list = findChild(this.#unit.element, 'notes');
    const elements = list && rewritten.size > 0 ? childElements(list) : [];
    const edits = elements.flatMap((element, index) => {
      const note = rewritten.get(index);
      return note === undefined ? [] : [content(element, this.#text(note.text))];
    });
    return fresh.length === 0 ? edits : [...edits, ...this.#newNotes(fresh, list)];
  }

  /** Adds new notes: after the others, or before the elements that must follow them. */
  #newNotes(fresh: readonly Note[], list: XmlElement | undefined): readonly RawEdit[] {
    const last = list?.children.findLast((child) => child.kind === 'element');
    if (last) {
      const indent = indentBefore(this.#raw, last.start);
      return [{ start: last.end, end: last.end, text: fresh.map((note) => indent + this.#note(note)).join('') }];
    }
    const next = findChild(this.#unit.element, 'originalData') ?? this.#unit.pieces[0]?.element;
    const at = next?.start ?? this.#unit.element.openEnd;
    const indent = indentBefore(this.#raw, at);
    const name = `${this.#prefix}notes`;
    return [
      { start: at, end: at, text: `<${name}>${fresh.map((note) => this.#note(note)).join('')}</${name}>${indent}` },
    ];
  }

  #note({ text, priority, annotates }: Note): string {
    const name = `${this.#prefix}note`;
    const rank = priority === undefined ? '' : ` priority="${Math.min(10, priority)}"`;
    const side = annotates === 'source' || annotates === 'target' ? ` appliesTo="${annotates}"` : '';
    return `<${name}${rank}${side}>${this.#text(text)}</${name}>`;
  }

  /** Replaces changed proposals; the file gets no new ones. */
  #alternatives(): readonly RawEdit[] {
    const items = payloadOf(this.#block.annotations[AnnoAltTranslation], 'alt-translations')?.items ?? [];
    if (items.length === 0) return [];
    const { rewritten } = alternativeChanges(this.#unit.alternatives, items);
    return matchElements(this.#unit.element).flatMap(({ match, source, target }, index) => {
      const now = rewritten.get(index);
      if (now === undefined) return [];
      const from = now.source ? [content(source, encodeInline(now.source, this.#over(source)))] : [];
      const data = this.#data(match, [now.source ?? [], now.target]);
      return [...data, ...from, content(target, encodeInline(now.target, this.#over(target)))];
    });
  }

  /** Replaces originals whose codes show another text. */
  #data(owner: XmlElement, shown: readonly Runs[]): readonly RawEdit[] {
    const changes = [...dataChanges(owner, shown)].filter(([element, text]) => text !== elementText(element));
    return changes.map(([element, text]) => content(element, encodeInline([{ kind: 'text', text }], this.#inline)));
  }

  #text(text: string): string {
    return encodeInline([{ kind: 'text', text }], { ...this.#inline, control: () => '' });
  }
}

type NewSegment = (SegmentPlan & { readonly kind: 'joined' })['pieces'][number];

function readSpace({ sourceElement }: SegmentElements): string {
  return attributeValue(sourceElement, 'space', xmlNamespace) === 'preserve' ? ' xml:space="preserve"' : '';
}

function content(element: XmlElement, text: string): RawEdit {
  if (!isSelfClosing(element)) return { start: element.openEnd, end: element.closeStart, text };
  return { start: element.openEnd - 2, end: element.openEnd, text: `>${text}</${element.name}>` };
}

/** True for a segment that had an empty target and still has one. */
function staysEmpty({ targetElement }: SegmentElements, target: Runs): boolean {
  return target.length === 0 && targetElement?.children.length === 0;
}

/** Merges two attributes inserted at one position to one edit. */
function merged(edits: readonly RawEdit[]): readonly RawEdit[] {
  const [first, second] = edits;
  if (!first || !second || first.start !== second.start || first.end !== first.start) return edits;
  return [{ ...first, text: first.text + second.text }];
}

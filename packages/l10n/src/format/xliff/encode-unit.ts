import {
  AnnoAltTranslation,
  AnnoNote,
  payloadOf,
  targetStatuses,
  type AltTranslation,
  type Block,
  type Note,
  type Overlay,
  type Run,
  type Runs,
  type Target,
} from '@helve/flow';
import { dataText } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { unwritable } from '../format-error.js';
import { sameRuns } from '../same-runs.js';
import { escapeValue } from '../xml/escape-xml.js';
import { parseXml } from '../xml/parse-xml.js';
import { applyEdits, indentBefore, setAttribute, type RawEdit } from '../xml/raw-edit.js';
import { findAttribute, findChild, isSelfClosing, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { findSegmentation } from './bilingual-digest.js';
import type { BilingualLosses } from './bilingual-losses.js';
import { dialects, type Dialect, type DialectName } from './dialect/dialect.js';
import type { CodeFacts } from './dialect/dialect-code.js';
import { stateEdits } from './dialect/dialect-marks.js';
import { isolateG } from './isolate-g.js';
import { isolateHalves } from './isolate-halves.js';
import { encodeInline, type InlineTarget } from './encode-inline.js';
import { alternativeElements, noteElements, readUnit, type XliffUnit } from './read-unit.js';
import { alternativeChanges, noteChanges } from './remark-changes.js';
import { contentSegments, withLooseWords, withoutEdges, type ContentSegment } from './segment/content-segment.js';
import { stateFacts, withoutWork, type StateFacts } from './state.js';
import type { UnitRequest } from './write-bilingual.js';

/** Definitions of codes say nothing about how codes are written. */
const noTags: ReadonlyMap<string, CodeFacts> = new Map();

/** Settings for all units of a file. */
export interface UnitEncoding {
  finderOf(dialect: DialectName): CodeFinder;
  readonly losses: BilingualLosses;
  /** The state of changed targets; if absent it follows the status. */
  readonly state: string | undefined;
}

/** Writes a changed trans-unit; unchanged parts stay byte for byte. */
export function encodeUnit(request: UnitRequest, encoding: UnitEncoding): string {
  const { raw } = request.form;
  const find = encoding.finderOf(request.form.dialect ?? 'plain');
  const unit = parseUnit(raw, request, find);
  const edits = new UnitEdits(unit, request, encoding).all();
  const written = applyEdits(raw, edits);
  assertReadable(written, request, find);
  return written;
}

function parseUnit(raw: string, { block, form }: UnitRequest, find: CodeFinder): XliffUnit {
  const request = { file: block.id, format: 'xliff', maxDepth: 5000, maxExpansion: 0, namespaces: form.namespaces };
  const reading = { dialect: dialects[form.dialect ?? 'plain'], tags: noTags };
  const unit = readUnit(parseXml(raw, request), raw, find, form.variant, reading);
  if (!unit) throw unwritable(block.id, 'xliff', 'its unit has no source');
  return unit;
}

/** Checks that the written unit reads back with the intended content. */
function assertReadable(written: string, request: UnitRequest, find: CodeFinder): void {
  const { block, variant } = request;
  const unit = attempt(() => parseUnit(written, request, find));
  if (!unit) throw unwritable(block.id, 'xliff', 'its codes do not nest');
  const same = writtenText(unit.source) === writtenText(block.source);
  const target = block.targets[variant];
  if (!same || writtenText(unit.target?.runs ?? []) !== writtenText(target?.runs ?? [])) {
    throw unwritable(block.id, 'xliff', 'reading it back gives another text');
  }
}

/** Text with the data of its codes; both forms of a pair, `g` and `bx` with `ex`, are alike. */
function writtenText(runs: Runs): string {
  return runs.map((run) => (isPairHalf(run) ? `\uFFFC${run.kind} ${run.id}\uFFFC` : dataText([run]))).join('');
}

function isPairHalf(run: Run): run is Run & { readonly kind: 'pc-open' | 'pc-close' } {
  return (run.kind === 'pc-open' || run.kind === 'pc-close') && /^xlf:(?:g|bx|ex)$/u.test(run.subType ?? '');
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

class UnitEdits {
  readonly #unit: XliffUnit;
  readonly #block: Block;
  readonly #raw: string;
  readonly #request: UnitRequest;
  readonly #encoding: UnitEncoding;
  readonly #inline: InlineTarget;
  readonly #indent: string;
  readonly #prefix: string;
  readonly #dialect: Dialect;

  constructor(unit: XliffUnit, request: UnitRequest, encoding: UnitEncoding) {
    const { block, form, lineEnd } = request;
    this.#unit = unit;
    this.#block = block;
    this.#raw = form.raw;
    this.#request = request;
    this.#encoding = encoding;
    this.#inline = { format: 'xliff', block: block.id, lineEnd };
    this.#indent = indentBefore(form.raw, unit.sourceElement.start);
    this.#dialect = dialects[form.dialect ?? 'plain'];
    this.#prefix = unit.element.name.slice(0, -unit.element.local.length);
  }

  all(): readonly RawEdit[] {
    return [...this.#source(), ...this.#segSource(), ...this.#target(), ...this.#marks(), ...this.#remarks()];
  }

  #source(): readonly RawEdit[] {
    if (!this.#sourceChanged()) return [];
    return [this.#replaced(this.#unit.sourceElement, this.#block.source)];
  }

  #sourceChanged(): boolean {
    return !sameRuns(this.#unit.source, this.#block.source);
  }

  #segSource(): readonly RawEdit[] {
    const { segSource, sourceElement, segments } = this.#unit;
    const overlay = findSegmentation(this.#block.overlays, null);
    if (!this.#sourceChanged() && sameSegments(this.#block.source, overlay, segments)) return [];
    const content = this.#segmented(this.#block.source, overlay);
    if (segSource) return [this.#content(segSource, content)];
    if (!overlay || overlay.spans.length === 0) return [];
    return [
      insertion(sourceElement.end, `${this.#indent}<${this.#prefix}seg-source>${content}</${this.#prefix}seg-source>`),
    ];
  }

  /** Writes content with its segments; without marks if codes cross the ends of segments. */
  #segmented(runs: Runs, overlay: Overlay | undefined): string {
    const plain = encodeInline(runs, this.#inline);
    if (!overlay || overlay.spans.length === 0) return plain;
    return this.#marked(contentSegments(runs, overlay)) ?? plain;
  }

  /** Writes segments in their marks. Pairs around whole segments stay, halves of others stand alone; undefined if none can. */
  #marked(segments: readonly ContentSegment[]): string | undefined {
    const whole = this.#inMarks(segments);
    if (this.#isSound(whole)) return whole;
    const isolated = this.#inMarks(isolateHalves(segments, isolateG));
    return this.#isSound(isolated) ? isolated : undefined;
  }

  #inMarks(segments: readonly ContentSegment[]): string {
    const name = `${this.#prefix}mrk`;
    return segments
      .map(({ id, runs }) => {
        const text = encodeInline(runs, this.#inline);
        return id === undefined ? text : `<${name} mtype="seg" mid="${escapeValue(id)}">${text}</${name}>`;
      })
      .join('');
  }

  #isSound(marked: string): boolean {
    const { namespaces } = this.#request.form;
    const limits = { file: '', format: 'xliff', maxDepth: 5000, maxExpansion: 0, namespaces };
    return attempt(() => parseXml(`<x>${marked}</x>`, limits)) !== undefined;
  }

  #target(): readonly RawEdit[] {
    const { targetElement, target: before } = this.#unit;
    const { variant } = this.#request;
    const target = this.#block.targets[variant];
    if (!target) return targetElement && before ? this.#emptied(targetElement) : [];
    const overlay = findSegmentation(this.#block.overlays, variant);
    const same = before && sameRuns(before.runs, target.runs);
    const content =
      same && sameSegments(target.runs, overlay, before.segments)
        ? undefined
        : this.#targetContent(target.runs, overlay);
    const facts = this.#facts(target, content !== undefined);
    const approved =
      facts.approved === undefined ? [] : setAttribute(this.#raw, this.#unit.element, 'approved', facts.approved);
    if (!targetElement) {
      const state = facts.state === undefined ? '' : ` state="${escapeValue(facts.state)}"`;
      const name = `${this.#prefix}target`;
      const at = (this.#unit.segSource ?? this.#unit.sourceElement).end;
      return [...approved, insertion(at, `${this.#indent}<${name}${state}>${content ?? ''}</${name}>`)];
    }
    return [...approved, ...this.#rewritten(targetElement, content, facts.state)];
  }

  /** Sets the states that the tool of the file keeps, for the whole or for each segment. */
  #marks(): readonly RawEdit[] {
    const { marks } = this.#unit;
    if (marks === undefined) return [];
    const { variant } = this.#request;
    const status = this.#block.targets[variant]?.status ?? 'new';
    const spans = findSegmentation(this.#block.overlays, variant)?.spans ?? [];
    const own = new Map(spans.map(({ id, props }) => [id, targetStatuses.find((one) => one === props['status'])]));
    return [
      ...(marks.whole ? stateEdits(this.#raw, marks.whole, status, this.#dialect) : []),
      ...[...marks.segments].flatMap(([id, segment]) =>
        stateEdits(this.#raw, segment, own.get(id) ?? status, this.#dialect),
      ),
    ];
  }

  /** Derives the state of the target; that of the file stays while the status is the one that was read. */
  #facts({ status, origin }: Target, hasNewContent: boolean): StateFacts {
    const read = this.#unit.target;
    const isSame = read?.status === status;
    // Who corrects a word of an unfinished translation does not finish it; an engine or a memory gives a whole one.
    const hasCome = hasNewContent && (read === undefined || read.status === 'new' || origin !== undefined);
    const before = hasCome ? withoutWork(this.#unit.facts) : this.#unit.facts;
    // A tool with states of its own has none of XLIFF, unless the file has.
    const hasOwn = this.#dialect.marks?.state !== undefined && before.state === undefined;
    const keeps = hasOwn || (isSame && before === this.#unit.facts);
    const facts = keeps ? before : stateFacts(status, before);
    const { state } = this.#encoding;
    return state !== undefined && (hasNewContent || !isSame) ? { ...facts, state } : facts;
  }

  #targetContent(runs: Runs, overlay: Overlay | undefined): string {
    const { targetElement } = this.#unit;
    const [only, ...more] = targetElement?.children ?? [];
    const text = runs.length === 1 && runs[0]?.kind === 'text' ? runs[0].text : undefined;
    const asSection = only?.kind === 'text' && only.cdata && more.length === 0 && text !== undefined;
    // A CDATA section stays one where possible.
    if (asSection && !/\]\]>|\r/u.test(text) && !overlay) {
      encodeInline(runs, this.#inline);
      return `<![CDATA[${text.replaceAll('\n', this.#inline.lineEnd)}]]>`;
    }
    const cut = overlay && overlay.spans.length > 0 ? this.#cut(contentSegments(runs, overlay)) : undefined;
    return cut ?? this.#joined(runs) ?? this.#encodedOver(targetElement, runs);
  }

  /** Writes the segments of a target; words between them go into the mark beside them, if the codes allow it. */
  #cut(segments: readonly ContentSegment[]): string | undefined {
    const whole = this.#inMarks(withLooseWords(segments));
    return this.#isSound(whole) ? whole : this.#marked(segments);
  }

  /** Writes a target that is not cut as its source is: all of it in the first mark. Undefined where the source has none. */
  #joined(runs: Runs): string | undefined {
    const source = contentSegments(this.#block.source, findSegmentation(this.#block.overlays, null));
    const ids = source.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return undefined;
    if (ids.length > 1) this.#encoding.losses.join();
    const [first, ...others] = ids;
    const rest = others.map((id) => ({ id, ignorable: false, runs: [] }));
    const { head, body, tail } = withoutEdges(runs, source);
    const plain = (piece: Runs) => ({ ignorable: false, runs: piece });
    const mark = (piece: Runs) => ({ id: first ?? '', ignorable: false, runs: piece });
    return this.#marked([plain(head), mark(body), ...rest, plain(tail)]) ?? this.#marked([mark(runs), ...rest]);
  }

  /** Creates one edit for the start tag and the content, so that they do not conflict. */
  #rewritten(element: XmlElement, content: string | undefined, state: string | undefined): readonly RawEdit[] {
    const edits = setAttribute(this.#raw, element, 'state', state);
    const language = findAttribute(element, 'lang', xmlNamespace);
    if (language && this.#request.variant !== this.#request.form.variant) {
      edits.push({ start: language.valueStart, end: language.valueEnd, text: escapeValue(this.#request.variant) });
    }
    if (content === undefined) return edits;
    if (!isSelfClosing(element)) return [...edits, this.#content(element, content)];
    const close = { start: element.openEnd - 2, end: element.openEnd, text: `>${content}</${element.name}>` };
    return [...edits, close];
  }

  #emptied(element: XmlElement): readonly RawEdit[] {
    const state = this.#unit.facts.state === undefined ? undefined : 'new';
    const approved =
      this.#unit.facts.approved === undefined ? [] : setAttribute(this.#raw, this.#unit.element, 'approved', 'no');
    return [...approved, ...this.#rewritten(element, '', state)];
  }

  #replaced(element: XmlElement, runs: Runs): RawEdit {
    return this.#content(element, this.#encodedOver(element, runs));
  }

  /** Writes content in the place of that of an element. */
  #encodedOver(element: XmlElement | undefined, runs: Runs): string {
    const old = element === undefined ? '' : this.#raw.slice(element.openEnd, element.closeStart);
    return encodeInline(runs, { ...this.#inline, old });
  }

  #content(element: XmlElement, content: string): RawEdit {
    if (!isSelfClosing(element)) return { start: element.openEnd, end: element.closeStart, text: content };
    return { start: element.openEnd - 2, end: element.openEnd, text: `>${content}</${element.name}>` };
  }

  /** Replaces changed notes and proposals; appends new ones after everything else. */
  #remarks(): readonly RawEdit[] {
    const notes = payloadOf(this.#block.annotations[AnnoNote], 'note')?.items ?? [];
    const alternatives = payloadOf(this.#block.annotations[AnnoAltTranslation], 'alt-translations')?.items ?? [];
    if (notes.length === 0 && alternatives.length === 0) return [];
    const { element, notes: readNotes, alternatives: readAlternatives } = this.#unit;
    const noted = noteChanges(readNotes, notes);
    const proposed = alternativeChanges(readAlternatives, alternatives);
    const texts = [
      ...noted.fresh.map((note) => this.#note(note)),
      ...proposed.fresh.map((one) => this.#alternative(one)),
    ];
    return [
      ...noteElements(element).flatMap((note, index) => this.#rewrittenNote(note, noted.rewritten.get(index))),
      ...alternativeElements(element).flatMap((one, index) =>
        this.#rewrittenAlternative(one, proposed.rewritten.get(index)),
      ),
      ...this.#added(texts),
    ];
  }

  #added(texts: readonly string[]): readonly RawEdit[] {
    const last = this.#unit.element.children.findLast((child) => child.kind === 'element');
    return texts.length === 0 || !last ? [] : [insertion(last.end, texts.map((text) => this.#indent + text).join(''))];
  }

  #rewrittenNote(element: XmlElement, note: Note | undefined): readonly RawEdit[] {
    if (note === undefined) return [];
    return [...setAttribute(this.#raw, element, 'from', note.from), this.#content(element, this.#text(note.text))];
  }

  #rewrittenAlternative(element: XmlElement, alternative: AltTranslation | undefined): readonly RawEdit[] {
    if (alternative === undefined) return [];
    const { source, target } = alternative;
    const sides = { source, 'seg-source': source, target };
    return Object.entries(sides).flatMap(([name, runs]) => {
      const side = findChild(element, name);
      return side && runs ? [this.#replaced(side, runs)] : [];
    });
  }

  #text(text: string): string {
    return encodeInline([{ kind: 'text', text }], this.#inline);
  }

  #note({ text, from, priority, annotates }: Note): string {
    const name = `${this.#prefix}note`;
    const attributes = attributesText({ from, priority: priority?.toString(), annotates });
    return `<${name}${attributes}>${this.#text(text)}</${name}>`;
  }

  #alternative({ source, target, locale, score, engine, toolId }: AltTranslation): string {
    const [name, prefix] = [`${this.#prefix}alt-trans`, this.#prefix];
    const quality = score === undefined ? undefined : `${Math.round(score * 100)}%`;
    const attributes = attributesText({ 'match-quality': quality, origin: engine, 'tool-id': toolId });
    const from = source ? `<${prefix}source>${encodeInline(source, this.#inline)}</${prefix}source>` : '';
    const to = `<${prefix}target xml:lang="${escapeValue(locale)}">${encodeInline(target, this.#inline)}</${prefix}target>`;
    return `<${name}${attributes}>${from}${to}</${name}>`;
  }
}

function insertion(at: number, text: string): RawEdit {
  return { start: at, end: at, text };
}

function attributesText(attributes: { readonly [name: string]: string | undefined }): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeValue(value)}"`))
    .join('');
}

function sameSegments(runs: Runs, overlay: Overlay | undefined, before: XliffUnit['segments']): boolean {
  if (overlay === undefined && before.length === 0) return true;
  const now = contentSegments(runs, overlay).filter(({ id }) => id !== undefined);
  if (now.length !== before.length) return false;
  const starts = before.map(({ id, start, end }) => `${id} ${end - start}`);
  return now.every(({ id, runs: piece }, at) => starts[at] === `${id} ${textLength(piece)}`);
}

function textLength(runs: Runs): number {
  let length = 0;
  for (const run of runs) length += run.kind === 'text' ? [...run.text].length : 1;
  return length;
}

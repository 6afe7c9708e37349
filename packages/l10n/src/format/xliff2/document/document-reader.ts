import type { Part } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { BadValues } from '../../bad-value.js';
import { unitText } from '../../xliff/append-unit.js';
import { dialects, findDialect, type Dialect } from '../../xliff/dialect/dialect.js';
import { dialectFinder } from '../../xliff/dialect/dialect-finder.js';
import type { WalkStep } from '../../xliff/document/walk-elements.js';
import { targetLanguage, toVariant } from '../../xliff/to-variant.js';
import { inherit, UnitReader, type Inherited } from '../../xliff/unit-reader.js';
import type { TextPieces } from '../../text/locate.js';
import type { XmlPiece } from '../../xml/split-children.js';
import type { XmlFragments } from '../../xml/xml-fragments.js';
import { attributeValue, xmlNamespace, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import type { Xliff2Options } from '../options.js';
import type { Xliff2Unit } from '../read-unit.js';
import { xliff2Version } from '../xliff2-version.js';
import { checkStep, type StandardPlan } from './check-standard.js';
import { takeElement } from './open-document.js';

/** A file or group that is open. */
interface Frame {
  readonly outer: Inherited;
  readonly group: string;
}

/** The document that a reader makes parts of. */
interface DocumentRequest {
  readonly root: XmlElement;
  /** The piece with the start tag of the root. */
  readonly head: XmlPiece;
  readonly fragments: XmlFragments;
  readonly plan: StandardPlan;
  readonly options: Xliff2Options;
  readonly ctx: ReadContext;
}

/** Makes the parts of one document from the steps through it: `file` and `group` are groups, every `unit` a block. */
export class DocumentReader {
  readonly #request: DocumentRequest;
  readonly #units: UnitReader<Xliff2Unit>;
  readonly #inherited: Inherited;
  readonly #frames: Frame[] = [];
  #dialect: Dialect = dialects.plain;
  /** The file whose first unit or group is still to come. */
  #begun: XmlElement | undefined;

  constructor(request: DocumentRequest) {
    this.#request = request;
    const { root, head, options, ctx } = request;
    const finding = { find: dialectFinder(options, this.#dialect), bad: new BadValues(options) };
    this.#units = new UnitReader(this.#version(), finding, ctx);
    this.#units.speaksIn(root, head);
    const stated = { source: attributeValue(root, 'srcLang'), target: attributeValue(root, 'trgLang') };
    this.#inherited = {
      variant: toVariant(targetLanguage(stated, ctx.document), ctx),
      sourceLocale: ctx.sourceLocale === 'und' ? toVariant(stated.source, {}) : ctx.sourceLocale,
      translatable: true,
      preserve: attributeValue(root, 'space', xmlNamespace) === 'preserve',
    };
  }

  /** Returns the parts that a step completes. */
  take(step: WalkStep): readonly Part[] {
    const { fragments, plan } = this.#request;
    const isElement = step.kind === 'node' && step.piece.kind === 'element';
    const element = isElement ? takeElement(step, fragments) : undefined;
    if (plan.check !== undefined) checkStep(plan.check, step, element, fragments);
    if (step.kind === 'open') return this.#open(step.element);
    if (step.kind === 'close') return this.#close();
    return element !== undefined && isCoreElement(element, 'unit') ? this.#unit(element, step) : [];
  }

  /** Reports what was noticed; called after the last step. */
  end(pieces: () => TextPieces): Promise<void> {
    return this.#units.end(pieces);
  }

  #open(element: XmlElement): readonly Part[] {
    if (element === this.#request.root) return [];
    if (element.local === 'file') {
      this.#begun = element;
      return [];
    }
    return [...this.#beginFile(), this.#start(element, 'group')];
  }

  #close(): readonly Part[] {
    const begun = this.#beginFile();
    const top = this.#frames.pop();
    return top === undefined ? begun : [...begun, { kind: 'group-end', id: top.group }];
  }

  #unit(element: XmlElement, { piece, around }: WalkStep & { readonly kind: 'node' }): readonly Part[] {
    const begun = this.#beginFile();
    const top = this.#frames.at(-1);
    if (top === undefined) return begun;
    return [...begun, this.#units.unit(element, unitText(piece, around), top.outer)];
  }

  /** Begins the file whose skeleton and metadata have been read. */
  #beginFile(): readonly Part[] {
    const file = this.#begun;
    if (file === undefined) return [];
    this.#begun = undefined;
    const { root, options } = this.#request;
    const found = findDialect({ ...root, children: [file] });
    if (found.id !== 'plain' && found !== this.#dialect) {
      this.#dialect = found;
      this.#units.reads(this.#version(), dialectFinder(options, found));
    }
    return [this.#start(file, 'file')];
  }

  #start(element: XmlElement, type: 'file' | 'group'): Part {
    const start = this.#units.startGroup(element, type);
    const outer = inherit(element, this.#frames.at(-1)?.outer ?? this.#inherited);
    this.#frames.push({ outer, group: start.group.id });
    return start;
  }

  #version() {
    const { faults } = this.#request.plan;
    return { ...xliff2Version, dialect: this.#dialect.id, faultOf: (index: number) => faults.get(index) };
  }
}

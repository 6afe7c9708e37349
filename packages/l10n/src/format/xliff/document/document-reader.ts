import type { Part } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import type { WalkStep } from './walk-elements.js';
import type { Surroundings, XmlFragments } from '../../xml/xml-fragments.js';
import { attributeValue, type XmlElement } from '../../xml/xml-node.js';
import type { XmlPiece } from '../../xml/split-children.js';
import { unitText, type UnitText } from '../append-unit.js';
import { dialects, findDialect, type Dialect } from '../dialect/dialect.js';
import { readTags } from '../dialect/dialect-code.js';
import { dialectFinder } from '../dialect/dialect-finder.js';
import { namesSeveral } from '../language-facts.js';
import type { XliffOptions } from '../options.js';
import type { XliffUnit } from '../read-unit.js';
import { targetLanguage, toVariant } from '../to-variant.js';
import { inherit, type Inherited, type UnitReader } from '../unit-reader.js';
import { VariationText } from '../variation/variation-text.js';
import { variationFacts } from '../variation/variation-facts.js';
import { joinVariations, parseVariationId, type VariationGroup } from '../variation/variation-group.js';
import { xliffVersion } from '../xliff-version.js';

/** An element around units that is open. */
interface Frame {
  readonly element: XmlElement;
  readonly outer: Inherited;
  /** Id of its group; undefined for an element that is none. */
  readonly group: string | undefined;
}

/** Makes the parts of one document from its steps: `file` and `group` are groups, every `trans-unit` a block. */
export class DocumentReader {
  readonly #units: UnitReader<XliffUnit>;
  readonly #fragments: XmlFragments;
  readonly #options: XliffOptions;
  readonly #ctx: ReadContext;
  readonly #root: XmlElement;
  /** True for a document in several languages, whose targets stay in their own. */
  readonly #isLimited: boolean;
  readonly #frames: Frame[] = [];
  #dialect: Dialect = dialects.plain;
  /** The file whose header may still come. */
  #begun: XmlElement | undefined;
  /** Units of one key, which may be the forms of one text. */
  #forms: VariationText | undefined;

  constructor(
    root: XmlElement,
    languages: readonly (string | undefined)[],
    units: UnitReader<XliffUnit>,
    fragments: XmlFragments,
    options: XliffOptions,
    ctx: ReadContext,
  ) {
    this.#root = root;
    this.#isLimited = namesSeveral(languages, ctx.targetLocale);
    this.#units = units;
    this.#fragments = fragments;
    this.#options = options;
    this.#ctx = ctx;
  }

  /** Returns the parts that a step inside of the root completes. */
  take(step: WalkStep): readonly Part[] {
    if (step.kind === 'node') return this.#node(step.piece, step.around);
    const parts = [...this.#endForms(), ...this.#beginFile()];
    if (step.kind === 'open') parts.push(...this.#start(step.element, step.piece));
    else {
      const group = this.#frames.pop()?.group;
      if (group !== undefined) parts.push({ kind: 'group-end', id: group });
    }
    return parts;
  }

  #start(element: XmlElement, piece: XmlPiece): readonly Part[] {
    const top = this.#frames.at(-1);
    if (top === undefined) {
      this.#begun = element;
      this.#units.speaksIn(element, piece);
      return [];
    }
    const start = element.local === 'group' ? this.#units.startGroup(element, 'group') : undefined;
    this.#frames.push({ element, outer: inherit(element, top.outer), group: start?.group.id });
    return start === undefined ? [] : [start];
  }

  /** Begins the file whose header has been read: it tells the dialect of the units behind it. */
  #beginFile(): readonly Part[] {
    const file = this.#begun;
    if (file === undefined) return [];
    this.#begun = undefined;
    const root = { ...this.#root, children: [file] };
    const found = this.#options.dialect === 'auto' ? findDialect(root) : dialects[this.#options.dialect];
    if (found.id !== 'plain') this.#dialect = found;
    const dialect = this.#dialect;
    this.#units.reads(xliffVersion({ dialect, tags: readTags(root, dialect) }), dialectFinder(this.#options, dialect));
    const stated = {
      source: attributeValue(file, 'source-language'),
      target: attributeValue(file, 'target-language'),
    };
    const start = this.#units.startGroup(file, 'file');
    this.#frames.push({ element: file, outer: inherit(file, this.#inherited(stated)), group: start.group.id });
    return [start];
  }

  #inherited(stated: { readonly source: string | undefined; readonly target: string | undefined }): Inherited {
    const ctx = this.#ctx;
    return {
      variant: toVariant(targetLanguage(stated, ctx.document), ctx),
      sourceLocale: ctx.sourceLocale === 'und' ? toVariant(stated.source, {}) : ctx.sourceLocale,
      translatable: true,
      preserve: false,
      limited: this.#isLimited && stated.target !== undefined,
    };
  }

  #node(piece: XmlPiece, around: Surroundings): readonly Part[] {
    if (piece.kind !== 'element') {
      this.#forms?.pass(piece);
      return [];
    }
    const element = this.#fragments.element(piece, around);
    const file = this.#begun;
    if (element.local !== 'trans-unit') {
      if (file !== undefined && element.local === 'header') file.children.push(element);
      return this.#endForms();
    }
    const begun = this.#beginFile();
    const top = this.#frames.at(-1);
    if (top === undefined) return begun;
    const key = this.#units.joinsVariations ? parseVariationId(attributeValue(element, 'id') ?? '')?.key : undefined;
    if (key !== undefined && key === this.#forms?.key) {
      this.#forms.add(piece);
      return begun;
    }
    const parts = [...begun, ...this.#endForms()];
    if (key !== undefined) this.#forms = new VariationText(key, piece, around);
    else if (element.uri === top.element.uri) parts.push(this.#units.unit(element, unitText(piece, around), top.outer));
    return parts;
  }

  /** Gives the units of one key that were collected. */
  #endForms(): readonly Part[] {
    const forms = this.#forms;
    const outer = this.#frames.at(-1)?.outer;
    if (forms === undefined || outer === undefined) return [];
    this.#forms = undefined;
    const text = forms.text();
    const { children } = this.#fragments.element(text, forms.around);
    return [...joinVariations(children)].flatMap((one) =>
      'members' in one ? this.#variation(one, text, outer) : [this.#units.unit(one, text, outer)],
    );
  }

  /** Gives the units of one text as one block, or each by itself where one of them has no source. */
  #variation({ key, kind, members }: VariationGroup, text: UnitText, outer: Inherited): readonly Part[] {
    const elements = members.map(({ element }) => element);
    const end = elements.at(-1)?.end ?? 0;
    const block = this.#units.forms(
      elements,
      text,
      (units) => ({
        unit: variationFacts(
          kind,
          units.map((unit, at) => ({ name: members[at]?.name ?? '', unit })),
          outer,
        ),
        variation: { kind, key, end },
      }),
      outer,
    );
    return block ? [block] : elements.map((element) => this.#units.unit(element, text, outer));
  }
}

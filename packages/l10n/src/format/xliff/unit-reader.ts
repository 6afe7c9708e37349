import { textRun, type Block, type DisplayHint, type Part } from '@helve/flow';
import { BlockIds, type ReadContext } from '@helve/flow/content';
import type { BadValues } from '../bad-value.js';
import type { CodeFinder } from '../code/code-finder.js';
import { readBlock } from '../read-block.js';
import { reportRepeated } from '../report-repeated.js';
import type { TextPieces } from '../text/locate.js';
import type { SourceFault } from '../text/source-fault.js';
import { faultsAt, XmlFault } from '../xml/xml-fault.js';
import { findAttribute, attributeValue, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { appendUnit, type UnitText, type Variation } from './append-unit.js';
import { unitFields, withFields, type UnitFacts } from './block-fields.js';
import type { DialectName } from './dialect/dialect.js';
import { appendLanguage } from './language-facts.js';

/** Facts that units inherit from the elements around them. */
export interface Inherited {
  readonly variant: string;
  readonly sourceLocale: string;
  readonly translatable: boolean;
  readonly preserve: boolean;
  /** True for units of a document in several languages, whose targets stay in their own. */
  readonly limited?: boolean;
}

/** Version-specific part of an XLIFF reader. */
export interface XliffVersion<Unit extends UnitFacts> {
  readonly format: string;
  /** Dialect of the file, if it is one of XLIFF 1.2. */
  readonly dialect?: DialectName;
  readonly joinsVariations?: boolean;
  /** The attributes for the language of targets, and for the name and the type of a unit. */
  readonly language: string;
  readonly name: string;
  readonly type: string;
  readUnit(element: XmlElement, raw: string, find: CodeFinder, variant: string): Unit | undefined;
  hintOf(element: XmlElement): DisplayHint | undefined;
  /** Properties of a unit or of a file element. */
  propertiesOf(element: XmlElement): Readonly<Record<string, string>>;
  /** Returns the fault of the unit that begins at an index of the file, if it is skipped for one. */
  faultOf?(index: number): XmlFault | undefined;
  /** True when the unit itself preserves its white space. */
  keepsSpace(unit: Unit): boolean;
}

/** Joins units that are forms of one text. */
export type JoinUnits<Unit> = (units: readonly Unit[]) => { readonly unit: UnitFacts; readonly variation: Variation };

/** Creates groups and blocks from the elements of one file, with their skeleton entries. */
export class UnitReader<Unit extends UnitFacts> {
  #version: XliffVersion<Unit>;
  #find: CodeFinder;
  readonly #bad: BadValues;
  readonly #ctx: ReadContext;
  readonly #ids = new BlockIds();
  readonly #groups = new BlockIds();
  /** The element that declares the language of the following units, until it has a skeleton entry. */
  #speaker: { readonly element: XmlElement; readonly text: UnitText } | undefined;

  constructor(
    version: XliffVersion<Unit>,
    { find, bad }: { readonly find: CodeFinder; readonly bad: BadValues },
    ctx: ReadContext,
  ) {
    this.#version = version;
    this.#find = find;
    this.#bad = bad;
    this.#ctx = ctx;
  }

  /** True when units of one key are forms of one text. */
  get joinsVariations(): boolean {
    return this.#version.joinsVariations === true;
  }

  /** Reads the following units in another way. */
  reads(version: XliffVersion<Unit>, find: CodeFinder): void {
    this.#version = version;
    this.#find = find;
  }

  /** Registers the language of the following units; it is written with the first of them. */
  speaksIn(element: XmlElement, text: UnitText): void {
    this.#speaker = { element, text };
  }

  /** Reports the units that were skipped, and ids that are repeated; called after the last unit. */
  async end(pieces: () => TextPieces): Promise<void> {
    await this.#bad.report(pieces, this.#ctx);
    reportRepeated(this.#ids.repeated, this.#ctx);
  }

  /** Creates the start of a group. */
  startGroup(element: XmlElement, type: string): Part & { readonly kind: 'group-start' } {
    const properties: Record<string, string> =
      type === 'file' ? { ...this.#version.propertiesOf(element) } : groupFacts(element);
    const label = type === 'file' ? 'original' : this.#version.name;
    const name = attributeValue(element, label) ?? attributeValue(element, 'id') ?? type;
    const id = this.#groups.claim(attributeValue(element, 'id') ?? name, properties);
    return { kind: 'group-start', group: { id, name, type, properties } };
  }

  /** Creates the block of a unit. */
  unit(element: XmlElement, text: UnitText, outer: Inherited): Part {
    const fault = this.#version.faultOf?.(text.index + element.start);
    if (fault !== undefined) return this.#unreadable(element, text, fault);
    const unit = this.#read(element, text, outer);
    if (unit === undefined) return this.#unreadable(element, text, this.#bad.accept(noSource(element).at(text.index)));
    const inherited = inherit(element, outer);
    const preserve = inherited.preserve || this.#version.keepsSpace(unit);
    return { kind: 'block', block: this.#block(element, text, unit, { ...inherited, preserve }) };
  }

  /** Creates the block of several units that are forms of one text; undefined where one of them has no source. */
  forms(elements: readonly XmlElement[], text: UnitText, join: JoinUnits<Unit>, outer: Inherited): Part | undefined {
    const units = elements.map((element) => this.#read(element, text, outer));
    const [first] = elements;
    if (first === undefined || !units.every((unit) => unit !== undefined)) return undefined;
    const { unit, variation } = join(units);
    const inherited = elements.map((element) => inherit(element, outer));
    const own = inherited.find(({ translatable }) => !translatable) ?? inherited[0] ?? outer;
    return { kind: 'block', block: this.#block(first, text, unit, own, variation) };
  }

  #read(element: XmlElement, { text, index }: UnitText, { variant }: Inherited): Unit | undefined {
    return faultsAt(index, () => this.#version.readUnit(element, text, this.#find, variant));
  }

  /** Creates the block of a unit that cannot be read, with its raw XML. */
  #unreadable(element: XmlElement, { text }: UnitText, fault: SourceFault): Part {
    const { openEnd, closeStart } = element;
    const version = this.#version;
    const properties: Record<string, string> = { ...version.propertiesOf(element) };
    const named = attributeValue(element, 'id');
    const id = this.#ids.claim(named === undefined || named === '' ? '(no id)' : named, properties);
    this.#bad.add(id, fault, properties);
    const source = Object.freeze([textRun(text.slice(openEnd, Math.max(openEnd, closeStart)))]);
    const name = attributeValue(element, version.name) ?? named ?? id;
    const facts = { id, name, type: 'string', source, properties, translatable: false, format: version.format };
    return { kind: 'block', block: readBlock(facts, this.#ctx) };
  }

  #block(element: XmlElement, text: UnitText, unit: UnitFacts, inherited: Inherited, variation?: Variation): Block {
    const { variant, sourceLocale, translatable, preserve, limited = false } = inherited;
    const version = this.#version;
    const properties: Record<string, string> = { ...version.propertiesOf(element) };
    const named = variation?.key ?? attributeValue(element, 'id');
    const id = this.#ids.claim(named === undefined || named === '' ? '(no id)' : named, properties);
    this.#language(id);
    if (limited) this.#ctx.limit?.(id, variant);
    const fields = unitFields(variant, unit);
    const entry = appendUnit(
      { text, element, blockId: id, variant, fields, dialect: version.dialect, variation },
      this.#ctx,
    );
    const facts = {
      id,
      name: attributeValue(element, version.name) ?? named ?? id,
      type: attributeValue(element, version.type) ?? 'string',
      source: unit.source,
      properties,
      translatable: translatable && unit.locked !== true,
      preserveWhitespace: preserve,
      format: version.format,
      entry,
      displayHint: version.hintOf(element),
    };
    const ctx = sourceLocale === this.#ctx.sourceLocale ? this.#ctx : { ...this.#ctx, sourceLocale };
    return withFields(readBlock(facts, ctx), fields);
  }

  #language(blockId: string): void {
    const speaker = this.#speaker;
    this.#speaker = undefined;
    if (speaker) appendLanguage({ ...speaker, attribute: this.#version.language, blockId }, this.#ctx);
  }
}

function noSource(element: XmlElement): XmlFault {
  return new XmlFault(`<${element.name}> has no <source>`, element.start);
}

/** Facts of a group whose units are the forms of one text. */
function groupFacts(element: XmlElement): Record<string, string> {
  const [restype, pivot] = [attributeValue(element, 'restype'), attributeValue(element, 'extradata')];
  return { ...(restype === undefined ? {} : { restype }), ...(pivot === undefined ? {} : { pivot }) };
}

/** Returns the facts that an element hands down. */
export function inherit(element: XmlElement, outer: Inherited): Inherited {
  const translate = attributeValue(element, 'translate');
  const space = findAttribute(element, 'space', xmlNamespace)?.value;
  if (translate === undefined && space === undefined) return outer;
  return {
    ...outer,
    translatable: translate === undefined ? outer.translatable : translate !== 'no',
    preserve: space === undefined ? outer.preserve : space === 'preserve',
  };
}

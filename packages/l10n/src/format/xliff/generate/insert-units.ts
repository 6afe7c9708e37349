import type { Block } from '@helve/flow';
import { BlockIds, bytesSource, type InsertRequest, type NewEntry } from '@helve/flow/content';
import { insertOrder } from '../../insert/insert-order.js';
import { lineEndOf, spliceText, type TextSplice } from '../../insert/splice-text.js';
import { namedEncoding } from '../../format-option.js';
import { unwritable } from '../../format-error.js';
import { loadText } from '../../text/open-text.js';
import { declaredEncoding } from '../../xml/declared-encoding.js';
import { charEscaper } from '../../text/escaper.js';
import { characterReference } from '../../xml/escape-xml.js';
import { parseXml } from '../../xml/parse-xml.js';
import { indentBefore } from '../../xml/raw-edit.js';
import { attributeValue, childElements, isSelfClosing, type XmlElement } from '../../xml/xml-node.js';

/** Options of an exchange file that concern its text. */
interface TextOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
}

/** Parts of inserting in which the versions of XLIFF differ. */
export interface UnitSpelling {
  readonly format: string;
  /** Name of the elements that are units. */
  readonly unit: string;
  /** Name of the elements that hold units. */
  readonly holder: string;
  spell(block: Block, id: string): readonly string[];
}

/** Puts units into an exchange file, without their translations, and takes others out. */
export async function insertUnits(
  { bytes, entries, remove, options, ctx }: InsertRequest<TextOptions>,
  spelling: UnitSpelling,
): Promise<Uint8Array> {
  if (entries.length === 0 && remove.length === 0) return bytes;
  const { maxBytes, maxDepth, maxExpansion } = options;
  const request = {
    file: ctx.document,
    maxBytes,
    encoding: namedEncoding(options.encoding),
    declared: declaredEncoding,
  };
  const loaded = await loadText(bytesSource(bytes), request);
  const root = parseXml(loaded.text, { file: ctx.document, format: spelling.format, maxDepth, maxExpansion });
  const units = unitsIn(root, spelling.unit);
  const edit = new UnitInsertion(loaded.text, root, units, spelling, lineEndOf(loaded));
  return spliceText(bytes, loaded, edit.splices(entries, new Set(remove)), {
    format: spelling.format,
    escaper: charEscaper(characterReference),
  });
}

/** The units of a file in order, by the ids of their blocks. */
function unitsIn(root: XmlElement, name: string): ReadonlyMap<string, XmlElement> {
  const ids = new BlockIds();
  const units = new Map<string, XmlElement>();
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.local === name && element.uri === root.uri) {
      const id = attributeValue(element, 'id');
      units.set(ids.claim(id === undefined || id === '' ? '(no id)' : id, {}), element);
    } else open.push(...childElements(element).toReversed());
  }
  return units;
}

class UnitInsertion {
  readonly #text: string;
  readonly #root: XmlElement;
  readonly #units: ReadonlyMap<string, XmlElement>;
  readonly #spelling: UnitSpelling;
  readonly #lineEnd: string;

  constructor(
    text: string,
    root: XmlElement,
    units: ReadonlyMap<string, XmlElement>,
    spelling: UnitSpelling,
    lineEnd: string,
  ) {
    this.#text = text;
    this.#root = root;
    this.#units = units;
    this.#spelling = spelling;
    this.#lineEnd = lineEnd;
  }

  splices(added: readonly NewEntry[], gone: ReadonlySet<string>): readonly TextSplice[] {
    const order = insertOrder(added, (id) => this.#units.has(id), 'id');
    const splices = order.head.length === 0 ? [] : [this.#head(order.head)];
    for (const [id, element] of this.#units) {
      const indent = indentBefore(this.#text, element.start);
      if (gone.has(id)) splices.push({ start: element.start - indent.length, end: element.end, text: '' });
      const text = order
        .behind(id)
        .map((entry) => this.#unit(entry, indent, element.parent))
        .join('');
      if (text !== '') splices.push({ start: element.end, end: element.end, text });
    }
    return splices;
  }

  /** At the head of the first element that holds units: before the first of them or the first group, or at its end. */
  #head(entries: readonly NewEntry[]): TextSplice {
    const holder = findHolder(this.#root, this.#spelling.holder);
    const first =
      holder && childElements(holder).find(({ local }) => local === this.#spelling.unit || local === 'group');
    if (first !== undefined) {
      const indent = indentBefore(this.#text, first.start);
      const at = first.start - indent.length;
      return { start: at, end: at, text: entries.map((entry) => this.#unit(entry, indent)).join('') };
    }
    if (holder === undefined || isSelfClosing(holder))
      throw unwritable('', this.#spelling.format, `the file has no <${this.#spelling.holder}> to put units into`);
    const outer = indentBefore(this.#text, holder.start);
    const indent = outer === '' ? '' : `${outer}  `;
    const before = this.#text.slice(0, holder.closeStart).trimEnd().length;
    const at = Math.max(holder.openEnd, before);
    return { start: at, end: at, text: entries.map((entry) => this.#unit(entry, indent)).join('') };
  }

  #unit({ block }: NewEntry, indent: string, around?: XmlElement): string {
    const [first = '', ...rest] = this.#spelling.spell(block, block.id);
    const isPrefixed = this.#root.name !== this.#root.local;
    // A file that names its elements with a prefix has no default namespace.
    const namespace = isPrefixed ? ` xmlns="${this.#root.uri}"` : '';
    const translate = block.translatable && isLocked(around) ? ' translate="yes"' : '';
    const open = first.replace(/^<[^\s>]+/u, `$&${namespace}${translate}`);
    return [open, ...rest].map((line) => `${indent === '' ? this.#lineEnd : indent}${line}`).join('');
  }
}

/** True when the nearest element that says so excludes its units from translation. */
function isLocked(element: XmlElement | undefined): boolean {
  for (let at = element; at !== undefined; at = at.parent) {
    const translate = attributeValue(at, 'translate');
    if (translate !== undefined) return translate === 'no';
  }
  return false;
}

function findHolder(root: XmlElement, name: string): XmlElement | undefined {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.local === name && element.uri === root.uri) return element;
    open.push(...childElements(element).toReversed());
  }
  return undefined;
}

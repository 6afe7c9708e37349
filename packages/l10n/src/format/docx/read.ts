import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { locationAt, parseError } from '../format-error.js';
import type { PackageReading } from '../package/package-reading.js';
import { readPackage, type PackageMember } from '../package/read-package.js';
import { readBlock } from '../read-block.js';
import type { LoadedText } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import { elementText, type XmlElement } from '../xml/xml-node.js';
import { joinsNext, styleOf, type AtomRules } from './collect-atoms.js';
import { loadPart, readDocumentParts, type DocumentPart } from './document-parts.js';
import { Fields } from './fields.js';
import { findParagraphs } from './find-paragraphs.js';
import type { DocxOptions } from './options.js';
import { toParagraphForm } from './paragraph-form.js';
import { hostedTexts, ParagraphReader, withHosts, type FoundHost, type ReadText } from './read-paragraph.js';
import { readStyleFilter, type StyleFilter } from './style-filter.js';

const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Reads a Word document: every paragraph with text is a block. */
export function readDocx(source: ByteSource, options: DocxOptions, ctx: ReadContext): AsyncGenerator<Part> {
  return readPackage({
    source,
    format: 'docx',
    mimeType,
    options,
    ctx,
    members: async (reading) => {
      const { parts, styles } = await readDocumentParts(reading, options);
      const filter = await readStyleFilter(reading, styles, options);
      return parts.map((part): PackageMember => ({
        name: part.path,
        read: () => readPart(part, reading, filter, options),
      }));
    },
  });
}

async function* readPart(
  part: DocumentPart,
  reading: PackageReading,
  styles: StyleFilter,
  options: DocxOptions,
): AsyncGenerator<Part> {
  const { text, file, root } = await loadPart(reading, part);
  if (options.trackedChanges === 'error') assertSettled(text.text, file);
  const reader = new PartReader(part, text, reading.context(part.path), { styles, options });
  yield* part.elements === undefined ? reader.paragraphs(root) : reader.elements(root, part.elements);
}

const revision = /<(?:\w+:)?(?:ins|del|moveFrom|moveTo|\w+Change)[ />]/u;

function assertSettled(text: string, file: string): void {
  const at = text.search(revision);
  if (at >= 0) throw parseError(file, 'docx', 'there is a tracked change', locationAt(text, at));
}

/** Reads the blocks of one part. */
class PartReader {
  readonly #text: LoadedText;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #rules: AtomRules;
  readonly #reader: ParagraphReader;
  readonly #name: string;
  readonly #fields: Fields;
  #count = 0;

  constructor(
    { path }: DocumentPart,
    text: LoadedText,
    ctx: ReadContext,
    { styles, options }: { readonly styles: StyleFilter; readonly options: DocxOptions },
  ) {
    this.#text = text;
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
    this.#name = path.replace(/^word\//u, '').replace(/\.xml$/u, '');
    const names = new Set(['HYPERLINK', 'REF', ...options.fields.map((name) => name.toUpperCase())]);
    const isTextField = (instruction: string) => names.has(/^\s*(\w+)/u.exec(instruction)?.[1]?.toUpperCase() ?? '');
    this.#fields = new Fields(isTextField);
    const acceptsChanges = options.trackedChanges !== 'refuse';
    this.#rules = { raw: text.text, hidden: options.hidden, acceptsChanges, styles, isTextField };
    this.#reader = new ParagraphReader(this.#rules, this.#find);
  }

  *paragraphs(root: XmlElement): Generator<Part> {
    const { acceptsChanges, styles } = this.#rules;
    let joined: XmlElement[] = [];
    for (const paragraph of findParagraphs(root, acceptsChanges)) {
      const [first = paragraph] = joined;
      if (first.parent !== paragraph.parent) {
        yield* this.#blocks(joined);
        joined = [];
      }
      joined.push(paragraph);
      if (joinsNext(paragraph, acceptsChanges)) continue;
      if (styles.includes(styleOf(joined[0] ?? paragraph))) yield* this.#blocks(joined);
      else for (const one of joined) this.#fields.resolve(this.#reader.atoms(one).atoms);
      joined = [];
    }
    yield* this.#blocks(joined);
  }

  /** Gives the blocks of a paragraph, or of several that a tracked change joins. */
  *#blocks(paragraphs: readonly XmlElement[]): Generator<Part> {
    const [first] = paragraphs;
    const last = paragraphs.at(-1);
    if (first === undefined || last === undefined) return;
    const found = paragraphs.map((one) => this.#reader.atoms(one));
    const hosts = found.flatMap(({ atoms }) => this.#reader.hosts(atoms));
    const atoms = this.#fields.resolve(found.flatMap((one) => one.atoms));
    const revised = found.some((one) => one.revised);
    const read = this.#reader.read([first, last], atoms, { revised, hosts });
    this.#count += 1;
    const id = `${this.#name}!p${this.#count}`;
    if (read === undefined) yield* this.#ownTexts(hosts, id);
    else {
      yield* this.#hosted(hosts, id);
      this.#append(id, read, false);
      yield this.#part(id, read, first);
    }
  }

  /** Gives the texts of text boxes and pictures in a text, which are written with it. */
  *#hosted(hosts: readonly FoundHost[], id: string): Generator<Part> {
    for (const { id: own, text } of hostedTexts(hosts, id)) yield this.#part(own, text, undefined);
  }

  /** Gives the texts of text boxes and pictures in a paragraph without text. Their places are written in file order. */
  *#ownTexts(hosts: readonly FoundHost[], id: string): Generator<Part> {
    const texts = hosts.flatMap((host) => host.texts).map((places, at) => ({ own: `${id}.${at + 1}`, places }));
    const all = texts.flatMap(({ own, places }) =>
      places.map((place, at) => ({
        own,
        place: { ...place, runs: places[0]?.runs ?? [] },
        more: at < places.length - 1,
      })),
    );
    for (const { own, place, more } of all.toSorted((one, other) => one.place.start - other.place.start))
      this.#append(own, place, more);
    for (const { own, places } of texts) {
      const [first] = places;
      if (first === undefined) continue;
      yield* this.#hosted(first.hosts, own);
      yield this.#part(own, first, undefined);
    }
  }

  #append(id: string, text: ReadText, more: boolean): void {
    const offset = this.#text.byteAt(text.start);
    const form = toParagraphForm(withHosts(text, id));
    const entry = new ValueEntry(id, offset, this.#text.byteAt(text.end) - offset, text.runs, form);
    this.#ctx.skeleton?.append(more ? Object.assign(entry, { more: true as const }) : entry);
  }

  #part(id: string, { runs: source, form }: ReadText, paragraph: XmlElement | undefined): Part {
    const style = paragraph === undefined ? undefined : styleOf(paragraph);
    const properties: Record<string, string> = style === undefined ? {} : { style };
    const type = 'attribute' in form ? 'alt' : 'paragraph';
    const fields = { id, name: id, type, source, properties, preserveWhitespace: true, format: 'docx' };
    return { kind: 'block', block: readBlock(fields, this.#ctx) };
  }

  /** Gives the texts of elements without formats. */
  *elements(root: XmlElement, names: ReadonlySet<string>): Generator<Part> {
    for (const child of root.children) {
      if (child.kind !== 'element') continue;
      if (!names.has(child.local) || child.children.some(({ kind }) => kind === 'element'))
        yield* this.elements(child, names);
      else if (elementText(child).trim() !== '') yield this.#element(child);
    }
  }

  #element(element: XmlElement): Part {
    this.#count += 1;
    const id = `${this.#name}!${element.local}${this.#count}`;
    const { runs } = this.#find(elementText(element));
    const offset = this.#text.byteAt(element.openEnd);
    const length = this.#text.byteAt(element.closeStart) - offset;
    const raw = this.#rules.raw.slice(element.openEnd, element.closeStart);
    this.#ctx.skeleton?.append(new ValueEntry(id, offset, length, runs, raw));
    const fields = { id, name: id, type: element.local, source: runs, properties: {}, format: 'docx' };
    return { kind: 'block', block: readBlock({ ...fields, preserveWhitespace: true }, this.#ctx) };
  }
}

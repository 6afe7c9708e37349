import type { Part, Runs } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { locationAt, parseError } from '../format-error.js';
import type { PackageReading } from '../package/package-reading.js';
import { readPackage, type PackageMember } from '../package/read-package.js';
import { readBlock } from '../read-block.js';
import { runsDigest } from '../runs-digest.js';
import type { LoadedText } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import { elementText, isSelfClosing, type XmlElement } from '../xml/xml-node.js';
import type { Atom } from './atom.js';
import { collectAtoms, joinsNext, styleOf, type AtomRules } from './collect-atoms.js';
import { loadPart, readDocumentParts, type DocumentPart } from './document-parts.js';
import { Fields } from './fields.js';
import { findParagraphs, findTextBoxes } from './find-paragraphs.js';
import type { DocxOptions } from './options.js';
import { toParagraphContent } from './paragraph-content.js';
import { toParagraphForm, type HostedText, type ParagraphForm, type TextHost } from './paragraph-form.js';
import { readStyleFilter, type StyleFilter } from './style-filter.js';
import { prefixOf, wordChild } from './word-xml.js';

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

/** A paragraph that was read, by its range in the text of its part. */
interface ReadParagraph {
  readonly runs: Runs;
  readonly form: ParagraphForm;
  readonly start: number;
  readonly end: number;
}

/** Text boxes in a piece of a paragraph. */
interface FoundHost {
  readonly raw: string;
  readonly start: number;
  readonly texts: readonly (readonly ReadParagraph[])[];
}

/** Reads the blocks of one part. */
class PartReader {
  readonly #text: LoadedText;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #rules: AtomRules;
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
      else
        for (const one of joined)
          this.#fields.resolve(collectAtoms(one, this.#rules, { atoms: [], revised: false }).atoms);
      joined = [];
    }
    yield* this.#blocks(joined);
  }

  /** Gives the blocks of a paragraph, or of several that a tracked change joins. */
  *#blocks(paragraphs: readonly XmlElement[]): Generator<Part> {
    const [first] = paragraphs;
    const last = paragraphs.at(-1);
    if (first === undefined || last === undefined) return;
    const found = paragraphs.map((one) => collectAtoms(one, this.#rules, { atoms: [], revised: false }));
    const hosts = found.flatMap(({ atoms }) => atoms.flatMap((atom) => this.#hostIn(atom)));
    const atoms = this.#fields.resolve(found.flatMap((one) => one.atoms));
    const isRevised = found.some(({ revised }) => revised);
    const read = this.#paragraph([first, last], atoms, isRevised);
    this.#count += 1;
    const id = `${this.#name}!p${this.#count}`;
    if (read === undefined) yield* this.#ownTexts(hosts, id);
    else {
      const hosted = hosts.map((host, at) => hostedTexts(host, `${id}~${at + 1}`));
      for (const [at, host] of hosts.entries()) {
        for (const [number, [text]] of host.texts.entries()) {
          const one = hosted[at]?.texts[number];
          if (text !== undefined && one !== undefined) yield this.#part(one.id, text.runs, first);
        }
      }
      this.#append(id, { ...read, form: { ...read.form, hosts: hosted } }, false);
      yield this.#part(id, read.runs, first);
    }
  }

  /** Gives the texts of text boxes in a paragraph without text. */
  *#ownTexts(hosts: readonly FoundHost[], id: string): Generator<Part> {
    let count = 0;
    for (const { texts } of hosts) {
      for (const places of texts) {
        const [first] = places;
        if (first === undefined) continue;
        count += 1;
        const own = `${id}.${count}`;
        for (const [at, place] of places.entries())
          this.#append(own, { ...place, runs: first.runs }, at < places.length - 1);
        yield this.#part(own, first.runs, undefined);
      }
    }
  }

  #paragraph(
    [first, last]: readonly [XmlElement, XmlElement],
    atoms: readonly Atom[],
    revised: boolean,
  ): ReadParagraph | undefined {
    const content = toParagraphContent(atoms, this.#find);
    if (content === undefined || isSelfClosing(first)) return undefined;
    const { raw } = this.#rules;
    const properties = wordChild(first, 'pPr');
    const [start, end] = [first.openEnd, last.closeStart];
    const { runs, ...form } = content;
    return {
      runs,
      start,
      end,
      form: {
        ...form,
        prefix: prefixOf(first),
        properties: properties === undefined ? '' : raw.slice(properties.start, properties.end),
        raw: raw.slice(start, end),
        revised,
        joined: first !== last,
        hosts: [],
      },
    };
  }

  /** Reads the text boxes in a piece of a paragraph; those in text boxes stay as they are. */
  #hostIn({ element }: Atom): readonly FoundHost[] {
    if (element === undefined || !this.#rules.raw.slice(element.start, element.end).includes('txbxContent')) return [];
    const texts = findTextBoxes(element).flatMap((boxes) => this.#boxTexts(boxes));
    return [{ raw: this.#rules.raw.slice(element.start, element.end), start: element.start, texts }];
  }

  /** Reads the paragraphs of a text box, each with its copy for older readers. */
  #boxTexts(boxes: readonly XmlElement[]): readonly (readonly ReadParagraph[])[] {
    const [own = [], copy = []] = boxes.map((box) => this.#boxParagraphs(box));
    const isPaired = own.length === copy.length;
    return own.map((paragraph, at) => {
      const other = isPaired ? copy[at] : undefined;
      return other === undefined ? [paragraph] : [paragraph, other];
    });
  }

  #boxParagraphs(box: XmlElement): readonly ReadParagraph[] {
    const { acceptsChanges, isTextField, styles } = this.#rules;
    const fields = new Fields(isTextField);
    return [...findParagraphs(box, acceptsChanges)].flatMap((paragraph) => {
      const { atoms, revised } = collectAtoms(paragraph, this.#rules, { atoms: [], revised: false });
      const resolved = fields.resolve(atoms);
      if (joinsNext(paragraph, acceptsChanges) || !styles.includes(styleOf(paragraph))) return [];
      const read = this.#paragraph([paragraph, paragraph], resolved, revised);
      return read === undefined ? [] : [read];
    });
  }

  #append(id: string, { runs, form, start, end }: ReadParagraph, more: boolean): void {
    const offset = this.#text.byteAt(start);
    const entry = new ValueEntry(id, offset, this.#text.byteAt(end) - offset, runs, toParagraphForm(form));
    this.#ctx.skeleton?.append(more ? Object.assign(entry, { more: true as const }) : entry);
  }

  #part(id: string, source: Runs, paragraph: XmlElement | undefined): Part {
    const style = paragraph === undefined ? undefined : styleOf(paragraph);
    const properties: Record<string, string> = style === undefined ? {} : { style };
    const fields = { id, name: id, type: 'paragraph', source, properties, preserveWhitespace: true, format: 'docx' };
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

function hostedTexts({ raw, start, texts }: FoundHost, id: string): TextHost {
  return {
    raw,
    texts: texts.flatMap((places, at): HostedText[] => {
      const [first] = places;
      if (first === undefined) return [];
      const ranges = places.map((place) => ({ start: place.start - start, end: place.end - start, form: place.form }));
      return [{ id: `${id}.${at + 1}`, digest: runsDigest(first.runs), places: ranges }];
    }),
  };
}

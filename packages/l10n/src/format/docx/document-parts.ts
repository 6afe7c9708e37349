import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { readRelationships, type Relationship } from '../package/relationships.js';
import type { DocxOptions } from './options.js';

/** A part of a document with text: paragraphs of Word, or the texts of other elements. */
export interface DocumentPart {
  readonly path: string;
  /** Local name of its root. */
  readonly root: string;
  /** Local names of elements whose text is read, in parts without paragraphs of Word. */
  readonly elements?: ReadonlySet<string>;
}

const drawing: ReadonlySet<string> = new Set(['t']);
const facts: ReadonlySet<string> = new Set(['title', 'subject', 'keywords', 'description']);

/** Roots of linked parts by the type of the link, and the option that reads them, in the order of reading. */
const linkedParts: readonly (DocumentPartKind & { readonly option: keyof DocxOptions })[] = [
  { type: 'header', root: 'hdr', option: 'headers' },
  { type: 'footer', root: 'ftr', option: 'headers' },
  { type: 'footnotes', root: 'footnotes', option: 'footnotes' },
  { type: 'endnotes', root: 'endnotes', option: 'footnotes' },
  { type: 'comments', root: 'comments', option: 'comments' },
  { type: 'chart', root: 'chartSpace', option: 'charts', elements: drawing },
  { type: 'diagramData', root: 'dataModel', option: 'charts', elements: drawing },
  { type: 'diagramDrawing', root: 'drawing', option: 'charts', elements: drawing },
];

interface DocumentPartKind {
  readonly type: string;
  readonly root: string;
  readonly elements?: ReadonlySet<string>;
}

/** The parts of a document that matter to text. */
export interface DocumentParts {
  readonly parts: readonly DocumentPart[];
  readonly styles: string | undefined;
}

/** Lists the parts of a document in the order of reading; one without its main part is refused. */
export async function readDocumentParts(reading: PackageReading, options: DocxOptions): Promise<DocumentParts> {
  const roots = await readRelationships(reading, '', 'docx');
  const main = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  const links = await readRelationships(reading, main, 'docx');
  const isThere = ({ target }: Relationship): boolean => reading.archive.has(target);
  const found: DocumentPart[] = [{ path: main, root: 'document' }];
  for (const { type, option, ...part } of linkedParts) {
    if (options[option] !== true) continue;
    for (const link of links) if (link.type === type && isThere(link)) found.push({ path: link.target, ...part });
  }
  const core = roots.find((link) => link.type === 'core-properties' && isThere(link));
  if (options.properties && core !== undefined)
    found.push({ path: core.target, root: 'coreProperties', elements: facts });
  const seen = new Set<string>();
  const parts = found.filter(({ path }) => !seen.has(path) && seen.add(path));
  return { parts, styles: links.find((link) => link.type === 'styles' && isThere(link))?.target };
}

/** Reads a part as a tree, with its text. */
export async function loadPart(reading: PackageReading, { path, root }: DocumentPart) {
  const text = await reading.text(path);
  const file = reading.context(path).document;
  return { text, file, root: parseMember({ text, file, format: 'docx', root }) };
}

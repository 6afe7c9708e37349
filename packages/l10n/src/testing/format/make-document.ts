import { makeZip, type MadeEntry } from './make-zip.js';

/** A Word document of a test. */
export interface MadeDocument {
  /** XML of the body. */
  readonly body: string;
  /** Other parts by the type of their link: the root element, with the prefix `w`, and its XML. */
  readonly parts?: readonly { readonly type: string; readonly name: string; readonly xml: string }[];
  /** XML of the core properties. */
  readonly core?: string;
  readonly strict?: boolean;
  readonly more?: readonly MadeEntry[];
  /** Changes the list of content types. */
  types?(xml: string): string;
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Namespaces of parts of Word. */
export const wordPrefixes =
  `xmlns:w="${word}" xmlns:r="${office}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

/** Makes the bytes of a Word document. */
export function makeDocument({
  body,
  parts = [],
  core,
  strict = false,
  more = [],
  types = (xml) => xml,
}: MadeDocument): Buffer {
  const links = parts.map(({ type, name }, at) => link(`r${at + 1}`, `${office}/${type}`, name));
  const document = `${declaration}<w:document ${wordPrefixes}><w:body>${body}<w:sectPr/></w:body></w:document>`;
  const roots = [link('r1', `${office}/officeDocument`, 'word/document.xml')];
  if (core !== undefined)
    roots.push(
      link('r2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'core.xml'),
    );
  return makeZip([
    { name: '[Content_Types].xml', data: types(contentTypes) },
    { name: '_rels/.rels', data: relationships(roots) },
    { name: 'word/_rels/document.xml.rels', data: relationships(links) },
    {
      name: 'word/document.xml',
      data: strict ? document.replace(word, 'http://purl.oclc.org/ooxml/wordprocessingml/main') : document,
    },
    ...parts.map(({ name, xml }) => ({ name: `word/${name}`, data: declaration + xml })),
    ...(core === undefined ? [] : [{ name: 'core.xml', data: declaration + core }]),
    ...more,
  ]);
}

const contentTypes =
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
}

function relationships(links: readonly string[]): string {
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`;
}

import { escapeValue } from '../../format/xml/escape-xml.js';
import { makeZip, type MadeEntry } from './make-zip.js';

/** A sheet of a workbook of a test. */
export interface MadeSheet {
  readonly name: string;
  /** XML of its rows. */
  readonly rows: string;
  /** XML before its rows. */
  readonly head?: string;
  /** XML behind its rows. */
  readonly tail?: string;
  readonly state?: string;
  /** Comments by address. */
  readonly comments?: Readonly<Record<string, string>>;
}

/** A workbook of a test. */
export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[];
  /** XML of the shared strings; none if absent. */
  readonly strings?: readonly string[];
  /** XML of the style sheet's children. */
  readonly styles?: string;
  /** XML behind the list of sheets. */
  readonly names?: string;
  readonly more?: readonly MadeEntry[];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

/** Makes the bytes of a workbook; its members are not in reading order. */
export function makeWorkbook({ sheets, strings, styles, names = '', more = [] }: MadeWorkbook): Buffer {
  const links = sheets.map((_, at) => link(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  if (strings !== undefined) links.push(link('x1', 'sharedStrings', 'sharedStrings.xml'));
  if (styles !== undefined) links.push(link('x2', 'styles', '/xl/styles.xml'));
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeValue(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${at}"/>`,
  );
  return makeZip([
    { name: '_rels/.rels', data: relationships([link('r1', 'officeDocument', 'xl/workbook.xml')]) },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: stringTable(strings) }]),
    ...sheets.toReversed().flatMap((sheet, back) => sheetMembers(sheet, sheets.length - back)),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', data: member('styleSheet', styles) }]),
    { name: 'xl/workbook.xml', data: member('workbook', `<sheets>${tabs.join('')}</sheets>${names}`) },
    { name: 'xl/_rels/workbook.xml.rels', data: relationships(links) },
    ...more,
  ]);
}

function sheetMembers({ rows, head = '', tail = '', comments }: MadeSheet, number: number): readonly MadeEntry[] {
  const name = `xl/worksheets/sheet${number}.xml`;
  const sheet = {
    name,
    data: member('worksheet', `${head}<sheetData>${rows}</sheetData><pageMargins left="1"/>${tail}`),
  };
  if (comments === undefined) return [sheet];
  const list = Object.entries(comments).map(
    ([ref, text]) => `<comment ref="${ref}" authorId="0"><text><r><t>${text}</t></r></text></comment>`,
  );
  return [
    sheet,
    {
      name: `xl/worksheets/_rels/sheet${number}.xml.rels`,
      data: relationships([link('c', 'comments', `../comments${number}.xml`)]),
    },
    { name: `xl/comments${number}.xml`, data: member('comments', `<commentList>${list.join('')}</commentList>`) },
  ];
}

function stringTable(strings: readonly string[]): string {
  return `${declaration}<sst xmlns="${main}" count="9" uniqueCount="${strings.length}">${strings.join('')}</sst>`;
}

function member(root: string, content: string): string {
  return `${declaration}<${root} xmlns="${main}" xmlns:r="${office}">${content}</${root}>`;
}

function relationships(links: readonly string[]): string {
  const space = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return `${declaration}<Relationships xmlns="${space}">${links.join('')}</Relationships>`;
}

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

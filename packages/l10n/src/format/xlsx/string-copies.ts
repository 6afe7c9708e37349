import { bytesSource, type ByteSource, type Skeleton } from '@helve/flow/content';
import { spliceText, type TextSplice } from '../insert/splice-text.js';
import type { XmlMember } from '../package/member-xml.js';
import { PackageReading } from '../package/package-reading.js';
import type { PackageEdit } from '../package/write-package.js';
import { loadText } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { findAttribute } from '../xml/xml-node.js';
import { CellFilter } from './cell-filter.js';
import { readExcludedStyles } from './excluded-styles.js';
import type { XlsxOptions } from './options.js';
import { scanSheet } from './scan-sheet.js';
import { readTableHeaders } from './table-headers.js';
import { readWorkbook } from './workbook.js';
import { walkMember } from '../package/member-xml.js';

/** A shared string that was copied, since cells that are not read keep the old one. */
export interface StringCopy {
  readonly of: number;
  readonly number: number;
}

/** The workbook as it was read, and its options. */
interface CopyRequest {
  readonly skeleton: Skeleton | undefined;
  readonly options: XlsxOptions;
}

/** Points the cells that are read to the copies of their strings, and corrects the number of strings. */
export async function pointToCopies(
  edit: PackageEdit,
  copies: readonly StringCopy[],
  { skeleton, options }: CopyRequest,
): Promise<void> {
  if (copies.length === 0 || skeleton === undefined) return;
  const reading = await PackageReading.open(skeleton.source, 'xlsx', options, edit.ctx);
  const workbook = await readWorkbook(reading);
  const styles = await readExcludedStyles(reading, workbook, options.excludeColors);
  const numbers = new Map(copies.map((copy) => [copy.of, copy.number]));
  const { sharedStrings } = workbook;
  if (sharedStrings !== undefined) {
    await reviseMember(edit, sharedStrings, 'sst', (member) => countStrings(member, copies.length));
  }
  for (const sheet of workbook.sheets) {
    const headers = await readTableHeaders(reading, sheet);
    const filter = new CellFilter(sheet, options, { styles, headers });
    await reviseMember(edit, sheet.path, 'worksheet', (member) => renumberCells(member, filter, numbers));
  }
}

async function reviseMember(
  edit: PackageEdit,
  name: string,
  root: string,
  splicesOf: (member: XmlMember) => Promise<readonly TextSplice[]>,
): Promise<void> {
  const bytes = await edit.read(name);
  const file = `${edit.ctx.document}!${name}`;
  const source: ByteSource = bytesSource(bytes);
  const text = await loadText(source, { file, maxBytes: bytes.length, declared: declaredEncoding });
  const splices = await splicesOf({ text, file, format: 'xlsx', root });
  if (splices.length > 0) edit.replace(name, spliceText(bytes, text, splices, { format: 'xlsx' }));
}

async function renumberCells(
  member: XmlMember,
  filter: CellFilter,
  numbers: ReadonlyMap<number, number>,
): Promise<readonly TextSplice[]> {
  const splices: TextSplice[] = [];
  await scanSheet(member, filter, ({ included, shared, value, piece }) => {
    const number = included && shared !== undefined ? numbers.get(shared) : undefined;
    if (number === undefined) return;
    splices.push({ start: piece.index + value.openEnd, end: piece.index + value.closeStart, text: String(number) });
  });
  return splices;
}

/** Adds to the number of different strings, if the file tells it; as many cells as before show one. */
async function countStrings(member: XmlMember, added: number): Promise<readonly TextSplice[]> {
  const splices: TextSplice[] = [];
  await walkMember(
    member,
    { local: 'sst', depth: 0 },
    {
      head: (root) => {
        const count = findAttribute(root, 'uniqueCount');
        if (count === undefined || !/^[0-9]{1,9}$/u.test(count.value)) return;
        splices.push({ start: count.valueStart, end: count.valueEnd, text: String(Number(count.value) + added) });
      },
      child: () => undefined,
    },
  );
  return splices;
}

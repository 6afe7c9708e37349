import type { Block, Part } from '@helve/flow';
import type { BlockIds, ReadContext } from '@helve/flow/content';
import { parseMember, type XmlMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import type { PackageMember } from '../package/read-package.js';
import { readBlock } from '../read-block.js';
import { ValueEntry } from '../value-entry.js';
import type { XmlElement } from '../xml/xml-node.js';
import { isSheetExcluded } from './cell-filter.js';
import { drawingTexts } from './drawing-texts.js';
import type { XlsxOptions } from './options.js';
import type { PlaceText } from './place-text.js';
import { sheetNameTexts } from './sheet-names.js';
import { headerTexts, listTexts } from './sheet-texts.js';
import { linked, type Sheet, type Workbook } from './workbook.js';
import { xlsxMember } from './xlsx-member.js';

/** Reads the texts outside of the cells that the options ask for, as members of their own. */
export class PlaceTexts {
  readonly #reading: PackageReading;
  readonly #options: XlsxOptions;
  readonly #ids: BlockIds;
  readonly #ctx: ReadContext;

  constructor(reading: PackageReading, options: XlsxOptions, ids: BlockIds, ctx: ReadContext) {
    this.#reading = reading;
    this.#options = options;
    this.#ids = ids;
    this.#ctx = ctx;
  }

  /** Names of sheets. */
  async ofWorkbook({ path, sheets }: Workbook): Promise<readonly PackageMember[]> {
    if (!this.#options.sheetNames) return [];
    const excluded = new Set(sheets.filter((sheet) => isSheetExcluded(sheet, this.#options)).map(({ name }) => name));
    const read = (root: XmlElement) => sheetNameTexts(root, (name) => !excluded.has(name), this.#reading);
    return this.#member(path, 'workbook', read);
  }

  /** Headers, lists of values and drawings of a sheet. */
  async ofSheet(sheet: Sheet): Promise<readonly PackageMember[]> {
    const { drawings, headersFooters, validationLists } = this.#options;
    if (isSheetExcluded(sheet, this.#options)) return [];
    const members: PackageMember[] = [];
    if (headersFooters || validationLists) {
      const read = (root: XmlElement, raw: string) => [
        ...(validationLists ? listTexts(sheet.name, root) : []),
        ...(headersFooters ? headerTexts(sheet.name, root, raw) : []),
      ];
      members.push(...(await this.#member(sheet.path, 'worksheet', read)));
    }
    for (const { target } of drawings ? await linked(this.#reading, sheet.path, 'drawing') : []) {
      if (!this.#reading.archive.has(target)) continue;
      members.push(...(await this.#member(target, 'wsDr', (root, raw) => drawingTexts(sheet.name, root, raw))));
    }
    return members;
  }

  /** The texts of one member; none where it has none. */
  async #member(
    path: string,
    root: string,
    read: (root: XmlElement, raw: string) => readonly PlaceText[] | Promise<readonly PlaceText[]>,
  ): Promise<readonly PackageMember[]> {
    const member = await xlsxMember(this.#reading, path, root);
    const texts = await read(parseMember(member), member.text.text);
    if (texts.length === 0) return [];
    const parts = texts.map((text): Part => ({ kind: 'block', block: this.#block(text, path, member) }));
    return [{ name: `${path}#texts`, read: () => parts }];
  }

  #block({ name, type, runs, start, end, form }: PlaceText, path: string, { text }: XmlMember): Block {
    const properties: Record<string, string> = {};
    const id = this.#ids.claim(name, properties);
    const offset = text.byteAt(start);
    const entry = new ValueEntry(id, offset, text.byteAt(end) - offset, runs, { ...form });
    this.#reading.context(path).skeleton?.append(entry);
    const fields = { id, name, type, source: runs, properties, preserveWhitespace: true, format: 'xlsx' };
    return readBlock(fields, this.#ctx);
  }
}

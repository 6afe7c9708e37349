import type { Format, FormatResolver } from '@helve/flow/content';
import { memoryFormat } from './memory-format.js';
import { workbookFormat } from './workbook-format.js';

/** Formats that exchange files are read in and other files are not, by the kind of file that they are for. */
const own: ReadonlyMap<string, Format> = new Map([
  ['xlsx', workbookFormat],
  ['tmx', memoryFormat],
]);

/** Resolver for returned files: a workbook is a table of units, and a translation memory has units too. */
export function returnedFormats(formats: FormatResolver): FormatResolver {
  return withFormats(formats, own);
}

/** Resolver for conversions, which know translation memories besides the formats of flows. */
export function conversionFormats(formats: FormatResolver): FormatResolver {
  return withFormats(formats, new Map([[memoryFormat.id, memoryFormat]]));
}

function withFormats(formats: FormatResolver, more: ReadonlyMap<string, Format>): FormatResolver {
  return {
    byId: (id) => more.get(id) ?? formats.byId(id),
    list: () => [...formats.list().filter(({ id }) => !more.has(id)), ...more.values()],
    detect(query) {
      const found = formats.detect(query);
      const id = found.format === undefined ? found.known?.id : found.format.id;
      const format = more.get(id ?? '');
      if (format === undefined) return found;
      const { rule, confidence, reasons, others } = found;
      return { format, rule, confidence, reasons, others };
    },
  };
}

import type { Format } from '@helve/flow/content';
import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { headText } from '../text/head-text.js';
import { emptyTable } from './empty-table.js';
import { tableSchema, type TableOptions } from './options.js';
import { sniffTable } from './sniff.js';
import { readShape, sampleLength } from './table-shape.js';

/** Facts about one format of tables. */
export interface TableDefinition extends Pick<Format, 'id' | 'title' | 'extensions'> {
  readonly mimeType: string;
  readonly delimiter: TableOptions['delimiter'];
}

/** Defines a format of tables whose records are blocks; they stream both ways. */
export function defineTable({ id, title, extensions, mimeType, delimiter }: TableDefinition): Format {
  return defineFormat<TableOptions>({
    id,
    title,
    extensions,
    mimeTypes: [mimeType],
    kind: 'multilingual',
    sniff: (head) => sniffTable(head, delimiter === 'auto' ? [',', ';', '|'] : [delimiter]),
    kindOf: (head, options) => readShape(sampleOf(head), options).kind,
    caps: {
      read: true,
      write: true,
      streamRead: true,
      streamWrite: true,
      insert: true,
      generative: true,
      package: false,
    },
    options: tableSchema(id, title, delimiter),
    presets: [{ id: 'ragged', title: 'Records of different lengths', options: { ragged: true } }],
    read: (...args) => readLater(async () => (await import('./read.js')).readTable({ id, mimeType }, ...args)),
    emptyDocument: emptyTable,
    insert: async (request) => (await import('./insert.js')).insertRecords(id, request),
    write: async (request) => (await import('./write.js')).writeTable(request),
  });
}

function sampleOf(head: Uint8Array): { readonly text: string; readonly isWhole: boolean } {
  const text = headText(head)
    .replace(/^\uFEFF/u, '')
    .slice(0, sampleLength);
  return { text, isWhole: text.length < sampleLength };
}

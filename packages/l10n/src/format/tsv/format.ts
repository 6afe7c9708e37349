import { defineTable } from '../csv/define-table.js';

/** Tables of tab-separated values. */
export const tsvFormat = defineTable({
  id: 'tsv',
  title: 'Tab-separated values',
  extensions: ['.tsv', '.tab'],
  mimeType: 'text/tab-separated-values',
  delimiter: '\t',
});

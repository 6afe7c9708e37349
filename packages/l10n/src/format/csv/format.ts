import { defineTable } from './define-table.js';

/** Tables of comma-separated values, and of those with other delimiters. */
export const csvFormat = defineTable({
  id: 'csv',
  title: 'Comma-separated values',
  extensions: ['.csv'],
  mimeType: 'text/csv',
  delimiter: 'auto',
});

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '@helve/core';

/** Real files beside the repository. */
const shared = resolve('..', 'shared', 'data', 'l10n');

/** A format that is measured beside the storage class of translate-toolkit for it. */
export interface TableRow {
  readonly format: string;
  readonly folders: readonly string[];
  readonly endings: readonly string[];
  /** Options that its files need. */
  readonly options?: JsonObject;
  /** Number of files of a pass; those that there are come again until it is reached. */
  readonly files: number;
  /** Module and class of translate-toolkit. */
  readonly storage: string;
  /** Target: at least so many times as fast as translate-toolkit. */
  readonly faster: number;
}

/** String tables and documents that translate-toolkit reads too. */
export const tableRows: readonly TableRow[] = [
  {
    format: 'yaml',
    folders: ['yaml', 'yaml-rails'],
    endings: ['.yml', '.yaml'],
    files: 530,
    storage: 'yaml.YAMLFile',
    faster: 8,
  },
  { format: 'html', folders: ['html'], endings: ['.html', '.htm'], files: 578, storage: 'html.htmlfile', faster: 8 },
  {
    format: 'csv',
    folders: ['csv'],
    endings: ['.csv'],
    files: 2003,
    options: { ragged: true },
    storage: 'csvl10n.csvfile',
    faster: 8,
  },
  {
    format: 'resx',
    folders: ['resx', 'resw'],
    endings: ['.resx', '.resw'],
    files: 1859,
    storage: 'resx.RESXFile',
    faster: 8,
  },
  {
    format: 'androidxml',
    folders: ['android'],
    endings: ['.xml'],
    files: 2561,
    storage: 'aresource.AndroidResourceFile',
    faster: 8,
  },
  {
    format: 'applestrings',
    folders: ['applestrings', 'strings'],
    endings: ['.strings'],
    files: 530,
    storage: 'properties.stringsutf8file',
    faster: 8,
  },
  { format: 'arb', folders: ['arb'], endings: ['.arb'], files: 348, storage: 'jsonl10n.ARBJsonFile', faster: 8 },
];

/** Paths of a pass over the files of a row; none where the files are absent. */
export function filesOf({
  folders,
  endings,
  files,
}: Pick<TableRow, 'folders' | 'endings' | 'files'>): readonly string[] {
  const found = folders.flatMap((folder) => filesIn(join(shared, folder), endings));
  return found.length === 0 ? [] : Array.from({ length: files }, (_, index) => found[index % found.length] ?? '');
}

/** Paths of files below a folder, in order, which end in one of some ways. */
export function filesIn(folder: string, endings: readonly string[] = ['']): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

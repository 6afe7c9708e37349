import { performance } from 'node:perf_hooks';
import type { Format } from '@helve/flow/content';
import { checkRoundTrip, fileSource } from '@helve/l10n';
import { theFormats } from '../flow/run-steps.js';
import type { Variants } from '../kit/run-variants.js';
import { filesOf, tableRows, type TableRow } from './table-row.js';

/** Milliseconds of a pass over the files of each format, and how many of them came back as they were. */
export const tableVariants: Variants = Object.fromEntries(
  tableRows.flatMap((row) => [
    [readAndWrite(row), () => passOver(row)],
    [identical(row), () => countIdentical(row)],
  ]),
);

/** Name of the variant that reads and writes. */
export function readAndWrite({ format }: TableRow): string {
  return `${format}: read and write`;
}

/** Name of the variant that counts identical files. */
export function identical({ format }: TableRow): string {
  return `${format}: identical`;
}

async function passOver(row: TableRow): Promise<number> {
  const format = formatOf(row);
  const began = performance.now();
  for (const path of filesOf(row)) await rewrite(path, format, row.options);
  return performance.now() - began;
}

/** Reads a file and writes it to memory; files that break the rules of their format cost what it takes to find that. */
export async function rewrite(path: string, format: Format, options: TableRow['options'] = {}): Promise<void> {
  const source = fileSource(path);
  const skeleton = format.createSkeleton(source);
  const ctx = { document: path, sourceLocale: 'und', signal: new AbortController().signal, lose: () => undefined };
  const written: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void written.push(bytes) };
  try {
    await format.write(format.read(source, options, { ...ctx, skeleton }), sink, skeleton, options, ctx);
  } catch {
    written.length = 0;
  }
}

async function countIdentical(row: TableRow): Promise<number> {
  const format = formatOf(row);
  let count = 0;
  for (const path of filesOf(row)) {
    const found = await checkRoundTrip(fileSource(path), format, { document: path, options: row.options ?? {} }).catch(
      () => undefined,
    );
    if (found?.identical === true) count += 1;
  }
  return count;
}

function formatOf({ format: id }: TableRow): Format {
  const format = theFormats().byId(id);
  if (format === undefined) throw new Error(`Cannot measure "${id}": there is no such format`);
  return format;
}

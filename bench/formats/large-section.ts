import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { type numbers, repeated, sentence } from '../flow/corpus.js';
import { heapAboveIdle } from '../flow/memory-variants.js';
import { theFormats } from '../flow/run-steps.js';
import { contender, type Variants } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { fileSource } from '@helve/l10n';
import { rewrite } from './table-variants.js';

const [SMALL, LARGE] = [10, 95];
const SAMPLES = 3;
type Next = ReturnType<typeof numbers>;

/** A large file of a format that streams: a beginning, entries, an end. */
interface LargeFile {
  readonly format: string;
  readonly name: string;
  readonly head?: string;
  readonly tail?: string;
  entry(at: number, next: Next): string;
}

const text = (next: Next) => sentence(next, 6 + next(9));
const comma = (at: number) => (at === 0 ? '' : ',\n');

export const largeFiles: readonly LargeFile[] = [
  {
    format: 'androidxml',
    name: 'strings.xml',
    head: '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n',
    tail: '</resources>\n',
    entry: (at, next) => `    <string name="text_${at}">${text(next)}</string>\n`,
  },
  {
    format: 'applestrings',
    name: 'Localizable.strings',
    entry: (at, next) => `/* Screen ${at} */\n"text.${at}" = "${text(next)}";\n`,
  },
  {
    format: 'arb',
    name: 'app_en.arb',
    head: '{\n"@@locale": "en",\n',
    tail: '\n}\n',
    entry: (at, next) => `${comma(at)}"text${at}": "${text(next)}",\n"@text${at}": {"description": "Screen ${at}"}`,
  },
  {
    format: 'resx',
    name: 'Strings.resx',
    head: '<?xml version="1.0" encoding="utf-8"?>\n<root>\n',
    tail: '</root>\n',
    entry: (at, next) =>
      `  <data name="Text${at}" xml:space="preserve">\n    <value>${text(next)}</value>\n  </data>\n`,
  },
  {
    format: 'csv',
    name: 'texts.csv',
    head: 'key,en\n',
    entry: (at, next) => `text.${at},"${text(next)}"\n`,
  },
  {
    format: 'json',
    name: 'en.json',
    head: '{\n',
    tail: '\n}\n',
    entry: (at, next) => `${comma(at)}"text${at}": "${text(next)}"`,
  },
  {
    format: 'xcstrings',
    name: 'Localizable.xcstrings',
    head: '{\n  "sourceLanguage" : "en",\n  "strings" : {\n',
    tail: '\n  },\n  "version" : "1.0"\n}\n',
    entry: (at, next) => `${comma(at)}    "${text(next)} ${at}" : {\n      "comment" : "Screen ${at}"\n    }`,
  },
  {
    format: 'html',
    name: 'book.html',
    head: '<!doctype html>\n<html lang="en"><body>\n',
    tail: '</body></html>\n',
    entry: (at, next) => `<p id="p${at}">${text(next)} <b>${sentence(next, 3)}</b></p>\n`,
  },
  {
    format: 'xliff',
    name: 'texts.xlf',
    head: '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="a" source-language="en" target-language="de" datatype="plaintext">\n<body>\n',
    tail: '</body>\n</file>\n</xliff>\n',
    entry: (at, next) => `<trans-unit id="${at}">\n<source>${text(next)}</source>\n</trans-unit>\n`,
  },
  {
    format: 'xliff2',
    name: 'texts.xliff',
    head: '<?xml version="1.0"?>\n<xliff version="2.2" xmlns="urn:oasis:names:tc:xliff:document:2.2" srcLang="en" trgLang="de">\n<file id="a">\n',
    tail: '</file>\n</xliff>\n',
    entry: (at, next) => `<unit id="${at}">\n<segment>\n<source>${text(next)}</source>\n</segment>\n</unit>\n`,
  },
];

/** Formats that are read as a whole: their memory grows with the file, within a bound. */
const wholeFiles: readonly LargeFile[] = [
  { format: 'yaml', name: 'en.yaml', entry: (at, next) => `text${at}: "${text(next)}"\n` },
  { format: 'properties', name: 'app.properties', entry: (at, next) => `text.${at} = ${text(next)}\n` },
  {
    format: 'stringsdict',
    name: 'Localizable.stringsdict',
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n',
    tail: '</dict>\n</plist>\n',
    entry: (at, next) =>
      `\t<key>text.${at}</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>${text(next)}</string>\n\t</dict>\n`,
  },
];

/** Size of files that are read as a whole, and how many times of it their memory may be. */
const [WHOLE, TIMES] = [20, 14];
/** Size of a large string catalog. */
const CATALOG = 12;
const catalogName = `xcstrings, ${CATALOG} MiB: read and write`;

/** Memory of large files, and the time to their first block. */
export const largeVariants: Variants = {
  ...Object.fromEntries(
    largeFiles.flatMap((file) => [
      [heapName(file, SMALL), () => heapAboveIdle(make(file, SMALL), file.name)],
      [heapName(file, LARGE), () => heapAboveIdle(make(file, LARGE), file.name)],
      [firstName(file), () => firstBlock(make(file, LARGE), file.format)],
    ]),
  ),
  ...Object.fromEntries(
    wholeFiles.map((file) => [heapName(file, WHOLE), () => heapAboveIdle(make(file, WHOLE), file.name)]),
  ),
  [catalogName]: () => readAndWriteCatalog(),
  [`${catalogName} as JSON`]: () => parseCatalog(),
};

/** Files that stream take as much memory as their longest entry. */
export async function large(): Promise<boolean> {
  const kept: boolean[] = [];
  for (const file of largeFiles) {
    const heap = [contender(heapName(file, SMALL)), contender(heapName(file, LARGE), { atMost: 96, timesFloor: 1.5 })];
    kept.push(report(`${file.format}: heap above idle`, 'MiB', await measure(heap, { samples: SAMPLES })));
    const first = [contender(firstName(file), { atMost: 200 })];
    kept.push(report(`${file.format}: first block of a large file`, 'ms', await measure(first, { samples: SAMPLES })));
  }
  for (const file of wholeFiles) {
    const heap = [contender(heapName(file, WHOLE), { atMost: WHOLE * TIMES })];
    kept.push(report(`${file.format}: heap above idle`, 'MiB', await measure(heap, { samples: SAMPLES })));
  }
  const catalogs = [contender(`${catalogName} as JSON`), contender(catalogName)];
  kept.push(report('A large string catalog, beside JSON.parse and JSON.stringify', 'ms', await measure(catalogs)));
  return kept.every(Boolean);
}

function catalogPath(): string {
  const catalog = largeFiles.find(({ format }) => format === 'xcstrings');
  if (catalog === undefined) throw new Error('Cannot measure string catalogs: there is no such file');
  return make(catalog, CATALOG);
}

async function readAndWriteCatalog(): Promise<number> {
  const format = theFormats().byId('xcstrings');
  if (format === undefined) throw new Error('Cannot measure "xcstrings": there is no such format');
  const path = catalogPath();
  const began = performance.now();
  await rewrite(path, format);
  return performance.now() - began;
}

async function parseCatalog(): Promise<number> {
  const path = catalogPath();
  const began = performance.now();
  JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
  return performance.now() - began;
}

function heapName({ format }: LargeFile, mebibytes: number): string {
  return `${format}, ${mebibytes} MiB: heap above idle`;
}

function firstName({ format }: LargeFile): string {
  return `${format}, ${LARGE} MiB: first block`;
}

/** The format is known by the name, so the size stands before it. */
function make({ name, head, tail, entry }: LargeFile, mebibytes: number): string {
  return repeated(`${mebibytes}-${name}`, mebibytes, entry, head, tail);
}

async function firstBlock(path: string, id: string): Promise<number> {
  const format = theFormats().byId(id);
  if (format === undefined) throw new Error(`Cannot measure "${id}": there is no such format`);
  const began = performance.now();
  const source = fileSource(path);
  const ctx = { document: path, sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined };
  for await (const part of format.read(source, {}, { ...ctx, skeleton: format.createSkeleton(source) })) {
    if (part.kind === 'block') break;
  }
  return performance.now() - began;
}

import { isToolError } from '@helve/core';
import { textRun, type Block } from '@helve/flow';
import { checkRuns, dataText, DOCUMENT_ID, type Format } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skeletonEntries } from '../format/skeleton.js';
import { describeBadValues, type BadValueCase } from './format/describe-bad-values.js';
import { describeGeneration } from './format/describe-generation.js';
import { describeHostility } from './format/describe-hostility.js';
import { describeInsertion } from './format/describe-insertion.js';
import {
  blocksOf,
  choppedSource,
  readDocument,
  toBytes,
  withContent,
  writeDocument,
  type KitOptions,
  type ReadDocument,
} from './document-kit.js';
import { entriesOf, expectFootprint, expectPackageFootprint } from './format/expect-footprint.js';
import { exceptionOf, type FormatException } from './format/format-exception.js';
import { describePlurals, type PluralCase } from './format/describe-plurals.js';
import { describeSpelling, type SpellingCase } from './format/describe-spelling.js';
import { probeTexts } from './probe-text.js';

/** A document with its expected blocks; only the given fields are compared. */
export interface FormatCase extends KitOptions {
  readonly name: string;
  readonly input: string | Uint8Array;
  readonly blocks: readonly ExpectedBlock[];
  /** Reason why changing a block changes more than its own bytes. */
  readonly spreads?: string;
}

/** Expected fields of a block; `text` is its source with the data of its codes. */
export type ExpectedBlock = Partial<
  Pick<Block, 'id' | 'name' | 'type' | 'translatable' | 'source' | 'properties' | 'displayHint'>
> & {
  readonly text?: string;
  readonly note?: string | undefined;
  readonly target?: string;
};

/** A document that is refused, with location and reason. */
export interface MalformedCase extends KitOptions {
  readonly name: string;
  readonly input: string | Uint8Array;
  /** Default: `L10N_PARSE`. */
  readonly code?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Test cases of one format. */
export interface FormatSuite {
  readonly cases: readonly FormatCase[];
  readonly malformed: readonly MalformedCase[];
  /** Sound documents with one value that cannot be read; without any, an exception from X9 says why. */
  readonly badValues?: readonly BadValueCase[];
  /** Values with characters that are spelled by reference; without any, an exception from X13 says why. */
  readonly spellings?: readonly SpellingCase[];
  /** Entries with plural forms; without any, an exception from X15 says why. */
  readonly plurals?: readonly PluralCase[];
  /** Probe texts that the format refuses, with the reason. */
  readonly refuses?: readonly { readonly matches: RegExp; readonly reason: string }[];
  /** Maps a text to what it reads back as, where that differs by design. */
  readonly readBack?: (text: string) => string;
  /** Options that no case uses, since tests of their own do. */
  readonly testedApart?: readonly string[];
  /** Ids of the blocks, one per document, that can hold any text. Default: all cases. */
  readonly probed?: readonly string[];
  /** Requirements of its capabilities that some cases cannot meet. */
  readonly exceptions?: readonly FormatException[];
}

const targetLocale = 'de';
/** Maximum CPU time of one small damaged file. */
const maxWorkMs = 5000;

/** Tests everything that every format must do, with its own cases. */
export function describeFormat(format: Format, suite: FormatSuite): void {
  describe(`format ${format.id}`, () => {
    describe.each(suite.cases)('$name', (one) => {
      describeCase(format, one);
    });
    describe('probe', () => {
      describeProbe(format, suite);
    });
    test.each(suite.malformed)(`T106 ${format.id} refuses $name`, (one) => expectRefusal(format, one));
    test(`T106 ${format.id} answers or refuses whatever happens to its files`, { timeout: 120_000 }, () =>
      expectSurvival(format, suite),
    );
    describeHostility(format, suite);
    describeBadValues(format, suite.badValues ?? []);
    describeSpelling(format, suite.spellings ?? []);
    describePlurals(format, suite.plurals ?? []);
    test(`X9 ${format.id} has values that cannot be read, or none for a reason`, () =>
      expectCases(suite, 'X9', suite.badValues));
    test(`X13 ${format.id} has values with references, or none for a reason`, () =>
      expectCases(suite, 'X13', suite.spellings));
    test(`X15 ${format.id} has entries with plural forms, or none for a reason`, () =>
      expectCases(suite, 'X15', suite.plurals));
    if (format.caps.insert) describeInsertion(format, suite);
    if (format.caps.generative) describeGeneration(format, suite);
    test(`X30 ${format.id} has an insert exactly where its capabilities say so`, () =>
      expect(format.insert !== undefined).toBe(format.caps.insert));
    test(`T98 ${format.id} refuses an option that it does not have`, () => expectKnownOptions(format, suite));
    test(`T99 ${format.id} refuses the skeleton of another format`, () => expectOwnSkeleton(format, suite));
    test(`T127 ${format.id} has a case for each of its options`, () => expectTestedOptions(format, suite));
    test(`T127 ${format.id} says in a sentence what each of its options does`, () => expectDescribedOptions(format));
  });
}

function describeCase(format: Format, one: FormatCase): void {
  test(`T106 ${format.id} reads the blocks`, async () => {
    const { blocks } = await readDocument(format, one.input, one);
    expect(blocks.map((block, at) => shownAs(block, one.blocks[at] ?? {}))).toEqual(one.blocks);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
    for (const { source } of blocks) expect(checkRuns(source)).toEqual([]);
  });

  test(`X11 ${format.id} says once that keys are repeated`, async () => {
    const { blocks, losses } = await readDocument(format, one.input, one);
    const isRepeated = blocks.some(({ properties }) => properties[DOCUMENT_ID] !== undefined);
    const told = losses.filter(({ detail }) => detail['reason'] === 'duplicate-key');
    expect(told.length).toBe(isRepeated ? 1 : 0);
  });

  test(`T100 ${format.id} comes back byte for byte`, async () => {
    const bytes = toBytes(one.input);
    for (const length of [1, 2, 3, 7, 64, bytes.length + 1]) {
      const written = await writeDocument(format, await readDocument(format, choppedSource(bytes, length), one), one);
      expect(Buffer.from(written.bytes).equals(bytes), `in pieces of ${length}`).toBe(true);
      expect(written.report).toMatchObject({ bytes: bytes.length, changed: 0 });
    }
  });

  test(`T100 ${format.id} changes the bytes of a changed block only`, async () => {
    await expectEachChange(format, one);
  });
}

async function expectEachChange(format: Format, one: FormatCase): Promise<void> {
  const { blocks } = await readDocument(format, one.input, one);
  for (const { id, translatable } of blocks) {
    if (translatable && one.spreads === undefined) await expectChangeOf(format, one, id);
  }
}

async function expectChangeOf(format: Format, one: FormatCase, id: string): Promise<void> {
  const document = await readDocument(format, one.input, one, 2);
  const kit = format.kind === 'monolingual' ? one : { ...one, targetLocale: one.targetLocale ?? targetLocale };
  const entries = skeletonEntries(document.skeleton);
  if (!format.caps.package && entriesOf(entries, id).length === 0) return;
  const parts = withContent(
    format,
    document.parts,
    (block) => changedContent(block, id),
    kit.targetLocale ?? targetLocale,
  );
  const { bytes } = await writeDocument(format, { ...document, parts }, kit);
  if (format.caps.package) await expectPackageFootprint(toBytes(one.input), bytes, entries, id);
  else expectFootprint(toBytes(one.input), bytes, entries, id);
}

/** Adds a word to every form. */
function changedContent(block: Block, id: string): Block['source'] | undefined {
  if (block.id !== id) return undefined;
  return block.source
    .map((run) => {
      if (run.kind === 'plural') return { ...run, forms: mapForms(run.forms) };
      return run.kind === 'select' ? { ...run, cases: mapForms(run.cases) } : run;
    })
    .concat(block.source.some((run) => run.kind === 'plural' || run.kind === 'select') ? [] : [textRun(' changed')]);
}

function mapForms(forms: { readonly [key: string]: Block['source'] | undefined }): {
  readonly [key: string]: Block['source'];
} {
  return Object.fromEntries(Object.entries(forms).map(([key, runs]) => [key, [...(runs ?? []), textRun(' changed')]]));
}

function describeProbe(format: Format, suite: FormatSuite): void {
  const cases = suite.cases.filter(({ name }) => suite.probed?.includes(name) ?? true);
  test.each(probeTexts.map((text) => ({ text, shown: JSON.stringify(text) })))(
    `TV42 ${format.id} holds $shown`,
    async ({ text }) => {
      for (const one of cases) await expectProbe(format, suite, one, text);
    },
  );
}

async function expectProbe(format: Format, suite: FormatSuite, one: FormatCase, text: string): Promise<void> {
  const document = await readDocument(format, one.input, one);
  const kit = format.kind === 'monolingual' ? one : { ...one, targetLocale: one.targetLocale ?? targetLocale };
  const target = kit.targetLocale ?? targetLocale;
  const parts = withContent(
    format,
    document.parts,
    (block) => (isProbed(block) ? Object.freeze([textRun(text)]) : undefined),
    target,
  );
  const refused = suite.refuses?.find(({ matches }) => matches.test(text));
  if (refused && blocksOf(parts).some(isProbed)) {
    await expect(writeDocument(format, { ...document, parts }, kit), refused.reason).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
    });
    return;
  }
  const { bytes } = await writeDocument(format, { ...document, parts }, kit);
  const again = await readDocument(format, bytes, kit);
  const expected = suite.readBack?.(text) ?? text;
  expect(probedTexts(format, document, again, target)).toEqual(document.blocks.filter(isProbed).map(() => expected));
}

/** True when a probe text can replace a block; content with forms keeps its forms. */
function isProbed(block: Block): boolean {
  return block.translatable && !block.source.some((run) => run.kind === 'plural' || run.kind === 'select');
}

function probedTexts(format: Format, before: ReadDocument, after: ReadDocument, target: string): readonly string[] {
  const found = new Map(after.blocks.map((block) => [block.id, block]));
  return before.blocks.filter(isProbed).map(({ id }) => {
    const block = found.get(id);
    const runs = format.kind === 'monolingual' ? block?.source : block?.targets[target]?.runs;
    return runs ? dataText(runs) : `no block ${id}`;
  });
}

async function expectRefusal(format: Format, one: MalformedCase): Promise<void> {
  const error: unknown = await readDocument(format, one.input, one).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const details = isToolError(error) ? error.details : undefined;
  expect(isToolError(error) && error.code, String(error)).toBe(one.code ?? 'L10N_PARSE');
  if (one.line !== undefined) expect(details, String(error)).toMatchObject({ line: one.line });
  if (one.column !== undefined) expect(details, String(error)).toMatchObject({ column: one.column });
}

/**
 * Tests files with bytes cut, doubled and replaced at random: what is still read comes back unchanged; everything else
 * is refused with an error code.
 */
async function expectSurvival(format: Format, suite: FormatSuite): Promise<void> {
  const inputs = suite.cases.map((one) => ({ one, bytes: toBytes(one.input) }));
  const damage = fc.record({ at: fc.nat(), length: fc.nat({ max: 8 }), put: fc.uint8Array({ maxLength: 8 }) });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...inputs), damage, async ({ one, bytes }, { at, length, put }) => {
      const start = at % (bytes.length + 1);
      const damaged = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + length)]);
      const began = process.cpuUsage();
      try {
        const { bytes: written } = await writeDocument(format, await readDocument(format, damaged, one), one);
        expect(Buffer.from(written).equals(damaged)).toBe(true);
      } catch (error) {
        if (!isToolError(error)) throw error;
      }
      // CPU time instead of wall-clock time: a busy machine may let a file wait.
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(maxWorkMs);
    }),
    { numRuns: 100 },
  );
}

async function expectKnownOptions(format: Format, suite: FormatSuite): Promise<void> {
  const [one] = suite.cases;
  const reading = readDocument(format, one?.input ?? '', { ...one, options: { ...one?.options, noSuchOption: 1 } });
  await expect(reading).rejects.toMatchObject({ code: 'L10N_OPTIONS' });
}

async function expectOwnSkeleton(format: Format, suite: FormatSuite): Promise<void> {
  const [one] = suite.cases;
  const document = await readDocument(format, one?.input ?? '', one);
  const skeleton = { ...document.skeleton, format: 'another', source: document.source };
  const writing = format.write(none(), { write: () => undefined }, skeleton, one?.options ?? {}, {
    document: 'test',
    sourceLocale: 'en',
    signal: new AbortController().signal,
    lose: () => undefined,
  });
  await expect(writing).rejects.toMatchObject({ code: 'L10N_SKELETON' });
}

async function* none(): AsyncGenerator<never> {}

function expectTestedOptions(format: Format, suite: FormatSuite): void {
  const used = [...suite.cases, ...suite.malformed].flatMap(({ options = {} }) => Object.keys(options));
  const tested = new Set([...used, ...(suite.testedApart ?? []), ...(suite.badValues ? ['onBadValue'] : [])]);
  expect(Object.keys(format.options.properties).filter((name) => !tested.has(name))).toEqual([]);
}

/** Either there are cases of a requirement, or the whole format is an exception from it. */
function expectCases(suite: FormatSuite, check: 'X9' | 'X13' | 'X15', cases: readonly unknown[] = []): void {
  const exception = exceptionOf(suite, check, { name: '' });
  expect(cases.length > 0).toBe(exception === undefined);
}

function expectDescribedOptions(format: Format): void {
  for (const [name, property] of Object.entries(format.options.properties)) {
    expect(property.description, name).toMatch(/^[A-Z].*\.$/u);
    expect(property, name).toHaveProperty('default');
  }
}

/** Reduces a block to the fields of an expectation. */
function shownAs(block: Block, expected: ExpectedBlock): ExpectedBlock {
  const all: Record<string, unknown> = {
    ...block,
    text: dataText(block.source),
    note: readNote(block),
    target: dataText(Object.values(block.targets)[0]?.runs ?? []),
  };
  const keys = Object.keys(expected).length === 0 ? ['name', 'text'] : Object.keys(expected);
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
}

function readNote(block: Block): string | undefined {
  const items: unknown = block.annotations['note']?.['items'];
  if (!Array.isArray(items)) return undefined;
  return items.map((item: { readonly text: string }) => item.text).join('\n');
}

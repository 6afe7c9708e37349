import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs, type TargetStatus } from '@helve/flow';
import { containsForms, dataText } from '@helve/flow/content';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { needs } from '../../../../../test/needs.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { catalogSchema } from '../../testing/fixture/catalog-schema.js';
import { probeTexts } from '../../testing/probe-text.js';
import { xcstringsFormat } from './format.js';

const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });

/** Writes a catalog as Xcode does: sorted, with spaces around colons, and without a final line end. */
function catalog(strings: object, sourceLanguage = 'en'): string {
  const text = JSON.stringify({ sourceLanguage, strings, version: '1.0' }, undefined, 2);
  return text.replaceAll(/^( *"(?:[^"\\]|\\.)*"): /gmu, '$1 : ').replaceAll(/^( *)(.*)\{\}/gmu, '$1$2{\n\n$1}');
}

const plural = { variations: { plural: { one: unit('%lld day'), other: unit('%lld days') } } };
const device = { variations: { device: { mac: unit('Click'), other: unit('Tap') } } };
const substituted = {
  ...unit('%1$@ has %2$#@days@ left'),
  substitutions: {
    days: {
      argNum: 2,
      formatSpecifier: 'lld',
      variations: { plural: { one: unit('%arg day'), other: unit('%arg days') } },
    },
  },
};

/** A text with the first of some substitutions, each with a single form. */
function nested(...forms: readonly (readonly [name: string, form: string])[]): object {
  const substitutions = forms.map(([name, form]) => [name, { variations: { plural: { other: unit(form) } } }] as const);
  return { ...unit(`%#@${forms[0]?.[0]}@`), substitutions: Object.fromEntries(substitutions) };
}

/** Substitutions that each hold the next one twice. */
function doubling(count: number): readonly (readonly [name: string, form: string])[] {
  return Array.from({ length: count }, (_, at) => [`s${at}`, `%#@s${at + 1}@ %#@s${at + 1}@`]);
}

const mixed = catalog({
  '': {},
  'Hello %@': { comment: 'Greeting', localizations: { da: unit('Hej %@'), en: unit('Hello %@') } },
  days: { extractionState: 'manual', localizations: { en: plural } },
  key: {},
  locked: { localizations: { en: unit('Acme') }, shouldTranslate: false },
  old: { extractionState: 'stale', localizations: { en: unit('Old') } },
  open: { localizations: { en: device } },
  sub: { localizations: { en: substituted } },
});

describeFormat(xcstringsFormat, {
  testedApart: ['stale', 'codeFinder'],
  cases: [
    {
      name: 'entries of all kinds',
      input: mixed,
      blocks: [
        { id: '(empty)', name: '', text: '' },
        { id: 'Hello %@', name: 'Hello %@', text: 'Hello %@', note: 'Greeting', target: 'Hej %@' },
        { name: 'days', source: [pluralRun('n', '%lld day', '%lld days', '%lld')] },
        { name: 'key', text: 'key', properties: { key: 'key' } },
        { name: 'locked', translatable: false, text: 'Acme' },
        {
          name: 'open',
          source: [{ kind: 'select', pivot: 'device', cases: { mac: [textRun('Click')], other: [textRun('Tap')] } }],
        },
        { name: 'sub' },
      ],
    },
    {
      name: 'a catalog on one line, with a byte order mark',
      input:
        '\uFEFF{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"new","value":""}}}}},"version":"1.0"}\n',
      blocks: [{ name: 'a', text: 'a', target: '' }],
    },
    {
      name: 'a language that is written in an unknown way',
      input: catalog({ a: { localizations: { en: { variations: { width: {} } }, fr: unit('A') } } }),
      blocks: [{ name: 'a', text: 'a', translatable: false, target: 'A' }],
    },
  ],
  exceptions: [
    {
      check: 'X30',
      of: 'a language that is written in an unknown way',
      reason: 'what nobody understands cannot be written again',
    },
    {
      check: 'X31',
      of: 'a language that is written in an unknown way',
      reason: 'what nobody understands cannot be written again',
    },
  ],
  badValues: [
    {
      name: 'a wrong escape',
      input: catalog({ a: { localizations: { en: unit('X') } }, b: {} }).replace('"X"', '"\\q"'),
      block: 'a',
      line: 9,
      column: 24,
    },
    {
      name: 'a substitution that contains itself',
      input: catalog({ a: { localizations: { en: nested(['x', '%#@x@']) } }, b: {} }),
      block: 'a',
      line: 18,
      column: 33,
    },
    {
      name: 'a substitution that contains itself through another',
      input: catalog({ a: { localizations: { en: nested(['x', '%#@y@'], ['y', '%#@x@']) } }, b: {} }),
      block: 'a',
      line: 30,
      column: 33,
    },
    {
      name: 'substitutions that double at every level',
      input: catalog({ a: { localizations: { en: nested(...doubling(40)) } }, b: {} }),
      block: 'a',
      line: 102,
      column: 33,
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => catalog({ a: { localizations: { de: unit('@') } } }).replace('@', raw),
      raw: 'caf\\u00e9 é \\/ /',
      text: 'café é / /',
    },
  ],
  plurals: [
    {
      name: 'variations',
      input: catalog({ days: { localizations: { en: plural } } }),
      ordered: 'keys of a catalog are sorted, as Xcode sorts them',
    },
    {
      name: 'a substitution',
      input: catalog({ sub: { localizations: { en: substituted } } }),
      ordered: 'keys of a catalog are sorted, as Xcode sorts them',
    },
  ],
  malformed: [
    { name: 'a list', input: '[]', line: 1, column: 1 },
    { name: 'a catalog without strings', input: '\n{"sourceLanguage": "en"}', line: 2, column: 1 },
    { name: 'strings that are no object', input: '{"sourceLanguage": "en", "strings": []}', line: 1, column: 37 },
    { name: 'a catalog without a language', input: '{"strings": {}}', line: 1, column: 1 },
    { name: 'an entry that is no object', input: '{"sourceLanguage":"en","strings":{"a":"b"}}', line: 1, column: 39 },
    { name: 'an object that does not end', input: '{"sourceLanguage":"en","strings":{', line: 1, column: 35 },
    { name: 'content behind the end', input: `${catalog({})}x`, line: 7, column: 2 },
    { name: 'more bytes than allowed', input: catalog({}), options: { maxBytes: 8 }, code: 'L10N_LIMIT' },
    { name: 'more depth than allowed', input: '['.repeat(20), options: { maxDepth: 10 }, code: 'L10N_LIMIT' },
  ],
});

function pluralRun(pivot: string, one: string, other: string, code: string) {
  const runs = (text: string): Runs => [
    { kind: 'ph', id: '1', type: 'code:variable', data: code },
    textRun(text.slice(code.length)),
  ];
  return { kind: 'plural', pivot, forms: { one: runs(one), other: runs(other) } } as const;
}

/** Sets the target of one block, and returns the written catalog. */
async function translated(
  input: string,
  name: string,
  { locale = 'de', runs, status = 'translated' }: { locale?: string; runs: Runs; status?: TargetStatus },
  options = {},
): Promise<string> {
  const document = await readDocument(xcstringsFormat, input, { options });
  const parts = document.parts.map((part) =>
    part.kind === 'block' && part.block.name === name
      ? { ...part, block: { ...part.block, targets: { ...part.block.targets, [locale]: { runs, status } } } }
      : part,
  );
  const { bytes } = await writeDocument(xcstringsFormat, { ...document, parts }, { options, targetLocale: locale });
  return Buffer.from(bytes).toString();
}

async function blockOf(input: string, name: string, options = {}): Promise<Block> {
  const { blocks } = await readDocument(xcstringsFormat, input, { options });
  const block = blocks.find((one) => one.name === name);
  if (block === undefined) throw new TypeError(`There is no block ${name}`);
  return block;
}

const forms = (all: Record<string, string>, pivot = 'n'): Runs => [
  {
    kind: 'plural',
    pivot,
    forms: { other: [], ...Object.fromEntries(Object.entries(all).map(([key, text]) => [key, [textRun(text)]])) },
  },
];

describe('string catalogs', () => {
  test('XV6a the key is the source of an entry without one, which gets its localizations', async () => {
    const input = catalog({ k: {} });
    expect(input).toContain('"k" : {\n\n    }');
    expect((await blockOf(input, 'k')).source).toEqual([textRun('k')]);
    expect(await translated(input, 'k', { runs: [textRun('x')] })).toBe(
      catalog({ k: { localizations: { de: unit('x') } } }),
    );
  });

  test('XV6b a new language stands between its neighbours, in the spelling of Xcode', async () => {
    const entry = (more: object) =>
      catalog({ a: { comment: 'c', localizations: { da: unit('A'), ...more, en: unit('A') } } });
    expect(await translated(entry({}), 'a', { runs: [textRun('x')] })).toBe(entry({ de: unit('x') }));
  });

  test.each([
    ['new', 'new'],
    ['draft', 'needs_review'],
    ['translated', 'translated'],
    ['reviewed', 'translated'],
    ['signed-off', 'translated'],
  ] as const)('XV6c the status %s is the state %s', async (status, state) => {
    const input = catalog({ a: { localizations: { de: unit('A', 'stale'), en: unit('A') } } });
    expect(await translated(input, 'a', { runs: [textRun('x')], status })).toBe(
      catalog({ a: { localizations: { de: unit('x', state), en: unit('A') } } }),
    );
  });

  test('XV6c the least finished form tells the status', async () => {
    const halves = { variations: { plural: { one: unit('a', 'needs_review'), other: unit('b') } } };
    const input = catalog({ a: { localizations: { de: halves, fr: unit('x', 'new') } } });
    expect((await blockOf(input, 'a')).targets).toMatchObject({ de: { status: 'draft' }, fr: { status: 'new' } });
  });

  test('XV6d an entry that is not to be translated is not translatable', async () => {
    expect((await blockOf(mixed, 'locked')).translatable).toBe(false);
  });

  test('XV6e a plural gets the forms of its language', async () => {
    const input = catalog({ days: { localizations: { en: plural } } });
    const polish = { variations: { plural: { few: unit('2'), many: unit('3'), one: unit('1'), other: unit('4') } } };
    const runs = forms({ one: '1', few: '2', many: '3', other: '4' });
    expect(await translated(input, 'days', { locale: 'pl', runs })).toBe(
      catalog({ days: { localizations: { en: plural, pl: polish } } }),
    );
    const japanese = { variations: { plural: { other: unit('4') } } };
    expect(await translated(input, 'days', { locale: 'ja', runs })).toBe(
      catalog({ days: { localizations: { en: plural, ja: japanese } } }),
    );
  });

  test('X16 the form zero of English is for the number 0', async () => {
    const zero = { variations: { plural: { one: unit('1'), other: unit('2'), zero: unit('0') } } };
    const input = catalog({ a: { localizations: { en: zero } } });
    const { source } = await blockOf(input, 'a');
    expect(source).toEqual(forms({ '=0': '0', one: '1', other: '2' }));
    expect(await translated(input, 'a', { runs: source })).toBe(
      catalog({ a: { localizations: { de: zero, en: zero } } }),
    );
  });

  test('XV6f a substitution is a plural in its place, and keeps its facts', async () => {
    const input = catalog({ sub: { localizations: { en: substituted } } });
    const { source } = await blockOf(input, 'sub');
    expect(source).toMatchObject([
      { kind: 'ph', data: '%1$@' },
      { kind: 'text', text: ' has ' },
      { kind: 'plural', pivot: 'days' },
      { kind: 'text', text: ' left' },
    ]);
    const german = source.map((run) => (run.kind === 'text' && run.text === ' left' ? textRun(' übrig') : run));
    expect(await translated(input, 'sub', { runs: german })).toBe(
      catalog({
        sub: { localizations: { de: { ...substituted, ...unit('%1$@ has %2$#@days@ übrig') }, en: substituted } },
      }),
    );
  });

  test('XV6g a stale entry is skipped and kept, and shown where it is wanted', async () => {
    const { blocks } = await readDocument(xcstringsFormat, mixed);
    expect(blocks.map(({ name }) => name)).not.toContain('old');
    const written = await translated(mixed, 'old', { runs: [textRun('x')] }, { stale: 'include' });
    expect(written).toBe(
      mixed.replace(
        '"old" : {\n      "extractionState" : "stale",\n      "localizations" : {',
        (text) =>
          `${text}\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "x"\n          }\n        },`,
      ),
    );
    expect(written.endsWith('}')).toBe(true);
  });

  test('X45 a device is chosen by a select', async () => {
    const runs: Runs = [
      { kind: 'select', pivot: 'device', cases: { mac: [textRun('Klick')], other: [textRun('Tipp')] } },
    ];
    const german = { variations: { device: { mac: unit('Klick'), other: unit('Tipp') } } };
    expect(await translated(catalog({ open: { localizations: { en: device } } }), 'open', { runs })).toBe(
      catalog({ open: { localizations: { de: german, en: device } } }),
    );
  });

  test('X45 a changed source is written where the key was the source', async () => {
    const document = await readDocument(xcstringsFormat, catalog({ k: {} }));
    const parts = document.parts.map((part) =>
      part.kind === 'block' ? { ...part, block: { ...part.block, source: [textRun('New')] } } : part,
    );
    const { bytes } = await writeDocument(xcstringsFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(catalog({ k: { localizations: { en: unit('New') } } }));
  });

  test('X14 a changed note is the comment of its entry', async () => {
    const input = catalog({ a: { comment: 'old', localizations: { en: unit('A') } }, b: {} });
    const document = await readDocument(xcstringsFormat, input);
    const note = { type: 'note', items: [{ text: 'new "one"' }] };
    const parts = document.parts.map((part) =>
      part.kind === 'block' ? { ...part, block: { ...part.block, annotations: { note } } } : part,
    );
    const { bytes, report } = await writeDocument(xcstringsFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(input.replace('"old"', String.raw`"new \"one\""`));
    expect(report.changed).toBe(1);
  });

  test('X46 what nobody knows about a language stays, and one that nobody can read is refused', async () => {
    const input = catalog({ a: { localizations: { de: { future: 1, ...unit('A') }, en: unit('A') } } });
    expect(await translated(input, 'a', { runs: [textRun('x')] })).toBe(input.replace('"A"', '"x"'));
    const unknown = catalog({ a: { localizations: { de: { variations: { width: {} } }, en: unit('A') } } });
    await expect(translated(unknown, 'a', { runs: [textRun('x')] })).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X46 a file with line ends of Windows keeps them', async () => {
    const input = catalog({ a: { localizations: { en: unit('A') } } }).replaceAll('\n', '\r\n');
    const expected = catalog({ a: { localizations: { de: unit('x'), en: unit('A') } } }).replaceAll('\n', '\r\n');
    expect(await translated(input, 'a', { runs: [textRun('x')] })).toBe(expected);
  });

  test('X31 a new catalog has the layout of Xcode, with all languages', async () => {
    const document = await readDocument(xcstringsFormat, mixed, { options: { stale: 'include' } });
    const { bytes } = await writeDocument(xcstringsFormat, { parts: document.parts, skeleton: undefined });
    const { strings } = JSON.parse(mixed) as { strings: object };
    const expected = {
      ...strings,
      'Hello %@': { comment: 'Greeting', localizations: { da: unit('Hej %@') } },
      days: { localizations: { en: plural } },
      old: { localizations: { en: unit('Old') } },
    };
    expect(Buffer.from(bytes).toString()).toBe(catalog(expected));
  });

  test('X30 a new entry stands behind its neighbour, with its comment', async () => {
    const before = catalog({ a: {}, c: {} });
    const made = await insertInto(xcstringsFormat, before, [{ name: 'b', text: 'B', note: 'n', after: 'a' }]);
    expect(made).toBe(catalog({ a: {}, b: { comment: 'n', localizations: { en: unit('B') } }, c: {} }));
    expect(await insertInto(xcstringsFormat, made, [], ['b'])).toBe(before);
    await expect(insertInto(xcstringsFormat, before, [{ name: 'c', text: 'C' }])).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
    });
  });

  const around = (strings: string): string => `{"sourceLanguage":"en","strings":{${strings}},"version":"1.0"}`;
  const german = '"de":{"stringUnit":{"state":"new","value":"x"}}';
  test.each([
    ['entries alike', around(`${'"a":{},'.repeat(100_000)}"b":{}`)],
    ['languages alike', around(`"a":{"localizations":{${`${german},`.repeat(50_000)}${german}}}`)],
    [
      'deep variations',
      around(`"a":{"localizations":{"de":${'{"variations":{"device":{"other":'.repeat(300)}{}${'}}}'.repeat(300)}}}`),
    ],
    [
      'many substitutions',
      around(`"a":{"localizations":{"de":{"stringUnit":{"value":"${'%#@a@'.repeat(100_000)}"},"substitutions":{}}}}`),
    ],
  ])('X10 %s are read within seconds', async (_, input) => {
    const start = cpuNow();
    const { blocks } = await readDocument(xcstringsFormat, input);
    expect(blocks.length).toBeGreaterThan(0);
    expect(cpuNow() - start).toBeLessThan(8000);
  });

  test('X47 a catalog of 12 MB is read and written within seconds', { timeout: 60_000 }, async () => {
    const languages = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans'];
    const localizations = Object.fromEntries(languages.map((tag) => [tag, unit(`A text in ${tag}, %@`)]));
    const strings = Object.fromEntries(Array.from({ length: 8500 }, (_, at) => [`key ${at}`, { localizations }]));
    const input = catalog(strings);
    expect(input.length).toBeGreaterThan(12_000_000);
    const start = cpuNow();
    const document = await readDocument(xcstringsFormat, input);
    const parts = withContent(xcstringsFormat, document.parts, () => [textRun('x')], 'de');
    await writeDocument(xcstringsFormat, { ...document, parts });
    expect(cpuNow() - start).toBeLessThan(8000);
  });

  test('X6 any texts of any languages are read back, and all others stay', async () => {
    const locale = fc.constantFrom('de', 'pl', 'ja', 'zh-Hans', 'ar');
    await fc.assert(
      fc.asyncProperty(locale, fc.string({ unit: 'grapheme' }), fc.nat(5), async (tag, text, at) => {
        const name = ['', 'Hello %@', 'days', 'key', 'open', 'sub'][at] ?? '';
        const written = await translated(
          mixed,
          name,
          { locale: tag, runs: [textRun(text)] },
          { codeFinder: { enabled: false } },
        );
        const again = await blockOf(written, name, { codeFinder: { enabled: false } });
        expect(again.targets[tag]?.runs).toEqual(text === '' ? [textRun('')] : [textRun(text)]);
        const before = (JSON.parse(mixed) as { strings: Record<string, object> }).strings;
        const after = (JSON.parse(written) as { strings: Record<string, object> }).strings;
        expect({ ...after, [name]: {} }).toEqual({ ...before, [name]: {} });
      }),
      { numRuns: 60 },
    );
  });
});

const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n');

test('X47 a catalog that names its language behind its entries is read as any other', async () => {
  const entry = '"hi" : { "localizations" : { "en" : { "stringUnit" : { "state" : "new", "value" : "Hi" } } } }';
  const late = `{ "strings" : { ${entry} }, "sourceLanguage" : "en", "version" : "1.0" }`;
  const early = `{ "sourceLanguage" : "en", "strings" : { ${entry} }, "version" : "1.0" }`;
  const read = async (text: string) => (await readDocument(xcstringsFormat, text)).blocks.map(({ source }) => source);
  expect(await read(late)).toEqual(await read(early));
});

describe('catalogs of Xcode', needs('shared'), () => {
  const validate = new Ajv({ strict: false }).compile(catalogSchema);
  const files = () =>
    ['xcstrings', 'xcloc'].flatMap((folder) =>
      readdirSync(join(shared, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.xcstrings'))
        .map((entry) => join(entry.parentPath, entry.name)),
    );

  test('X7 a schema of string catalogs holds for all of them', () => {
    for (const file of files()) {
      expect(
        validate(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, ''))),
        `${file}: ${JSON.stringify(validate.errors?.slice(0, 2))}`,
      ).toBe(true);
    }
  });

  test('X7 what is written for a new language follows the schema, key for key', { timeout: 60_000 }, async () => {
    for (const [index, file] of files().entries()) {
      const before = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')) as { strings: object };
      const probe = probeTexts[index % probeTexts.length] ?? '';
      const document = await readDocument(xcstringsFormat, readFileSync(file));
      const runs = (block: Block): Runs => (index % 2 === 0 ? block.source : [textRun(probe)]);
      const parts = withContent(
        xcstringsFormat,
        document.parts,
        (block) => (block.translatable ? runs(block) : undefined),
        'cy',
      );
      const { bytes } = await writeDocument(xcstringsFormat, { ...document, parts });
      const after = JSON.parse(
        Buffer.from(bytes)
          .toString()
          .replace(/^\uFEFF/u, ''),
      ) as { strings: object };
      expect(validate(after), `${file}: ${JSON.stringify(validate.errors?.slice(0, 2))}`).toBe(true);
      expect(Object.keys(after.strings)).toEqual(Object.keys(before.strings));
      const again = await readDocument(xcstringsFormat, bytes);
      const texts = again.blocks.filter(({ targets }) => targets['cy'] !== undefined);
      const wanted = document.blocks.filter(({ translatable }) => translatable);
      expect(
        texts.map(({ id }) => id),
        file,
      ).toEqual(wanted.map(({ id }) => id));
      for (const [at, { targets, id }] of texts.entries()) {
        const content = runs(wanted[at] ?? never(id));
        if (!containsForms(content))
          expect(dataText(targets['cy']?.runs ?? []), `${file} ${id}`).toBe(dataText(content));
      }
    }
  });
});

function never(id: string): never {
  throw new TypeError(`There is no block ${id}`);
}

import fc from 'fast-check';
import { textRun, type ContentLoss, type Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { formatCapacities } from '../format/capacity/format-capacity.js';
import { hasFormEntries, optionFeatures } from '../format/capacity/option-features.js';
import { createFormats } from '../format/create-formats.js';
import { formatMessage } from '../format/messageformat/format-message.js';
import { presetOptions } from '../format/preset.js';
import { convertBlocks, type ConversionChoices } from './convert-blocks.js';
import { readForConversion } from './read-for-conversion.js';
import { writeConverted } from './write-converted.js';

const { signal } = new AbortController();
const formats = createFormats(allFormats);

function known(named: string) {
  const [id = '', preset] = named.split(':');
  const format = formats.byId(id);
  const capacity = formatCapacities[id];
  if (format === undefined || capacity === undefined) throw new Error(named);
  return { id, preset, format, capacity, options: preset === undefined ? {} : presetOptions(format, preset) };
}

interface Converted {
  readonly bytes: Uint8Array;
  readonly losses: readonly ContentLoss[];
}

async function convert(
  from: string,
  bytes: Uint8Array,
  to: string,
  choices: ConversionChoices = {},
): Promise<Converted> {
  const source = known(from);
  const { id, preset, format, capacity, options } = known(to);
  const base = { document: 'a', sourceLocale: 'en', formats, signal };
  const read = await readForConversion({
    ...base,
    format: source.format,
    options: source.options,
    source: bytesSource(bytes),
  });
  const made = convertBlocks(
    read.blocks,
    {
      format: id,
      preset,
      kind: format.kind,
      capacity,
      byOptions: optionFeatures(id, options),
      hasFormEntries: hasFormEntries(id, options),
      from: source.id,
      sourceLocale: 'en',
      locales: format.kind === 'monolingual' ? ['en'] : [],
      document: 'a',
    },
    choices,
  );
  const written = await writeConverted({ ...base, format, options, blocks: made.blocks });
  return { bytes: written.bytes, losses: [...read.losses, ...made.losses, ...written.losses] };
}

/** Converts a message to a format and home again. */
async function roundTrip(message: string, via: string, out: ConversionChoices = {}, back: ConversionChoices = {}) {
  const bytes = Buffer.from(`${JSON.stringify({ k: message }, undefined, 2)}\n`);
  const there = await convert('json', bytes, via, out);
  const home = await convert(via, there.bytes, 'json', back);
  const { k } = JSON.parse(Buffer.from(home.bytes).toString()) as { readonly k: string };
  return { there: Buffer.from(there.bytes).toString(), message: k, losses: [...there.losses, ...home.losses] };
}

/** What is told of a message; of any code its type is lost. */
const told = (losses: readonly ContentLoss[]) =>
  losses.flatMap(({ kind, detail }) =>
    detail['what'] === 'codeType' ? [] : [`${kind} ${JSON.stringify(detail['what'])}`],
  );

const ways = ['androidxml', 'po', 'xcstrings', 'stringsdict', 'yaml:rails', 'json:go-i18n'];

describe.each(ways)('messages through %s', (via) => {
  test.each([
    '{count, plural, one {# file} other {# files}}',
    '{count, plural, one {{count} file} other {{count} files}}',
    '{count, plural, one {# file of {owner}} other {# files of {owner}}}',
    "{n, plural, one {# file's} other {# of 100%}}",
    '{total_items, plural, =1 {One} other {# ones}}',
    '{count, plural, one {a {d, date, short} b} other {{d, date, short} #}}',
  ])('X103 %s comes back as it was', async (message) => {
    const { message: home, losses } = await roundTrip(message, via);
    expect(home).toBe(message);
    expect(told(losses)).toEqual([]);
  });

  test('X98 any plural comes back as it was, or its loss is told', async () => {
    await fc.assert(
      fc.asyncProperty(aMessage, async (runs) => {
        const message = formatMessage(runs);
        const { message: home, losses, there } = await roundTrip(message, via);
        if (home !== message) expect(told(losses), `${message}\n${there}\n${home}`).not.toEqual([]);
      }),
    );
  });
});

test('X101 names that positions take the place of come back', async () => {
  const message = '{count, plural, one {# file of {owner}} other {# files of {owner}}}';
  const { there, message: home } = await roundTrip(
    message,
    'androidxml',
    { placeholders: 'android' },
    { placeholders: 'icu' },
  );
  expect(there).toContain('%1$d files of %2$s');
  expect(home).toBe(message);
  const plain = await roundTrip('{a} and {b}', 'applestrings', { placeholders: 'apple' }, { placeholders: 'icu' });
  expect([plain.there, plain.message]).toEqual([expect.stringContaining('%1$@ and %2$@'), '{a} and {b}']);
});

const word = fc.constantFrom(
  'file',
  'files',
  "it's",
  '100%',
  'a & b',
  '<b>x</b>',
  '"q"',
  '{',
  '}',
  '#',
  '{x}',
  'é ',
  "''",
);
const variable = fc.constantFrom('{owner}', '{d, date, short}', '{count}');
const piece = fc.oneof(
  { weight: 4, arbitrary: word.map((text): Runs[number] => textRun(text)) },
  {
    weight: 2,
    arbitrary: variable.map((data): Runs[number] => ({ kind: 'ph', id: '1', type: 'code:variable', data })),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Runs[number]>({ kind: 'ph', id: '1', type: 'code:variable', data: '#', equiv: 'count' }),
  },
);
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 });
const around = fc.array(
  word.map((text): Runs[number] => textRun(text)),
  { maxLength: 1 },
);
const forms = fc
  .record({ one: pieces, '=0': pieces, '=1': pieces, '=2': pieces, few: pieces }, { requiredKeys: ['one'] })
  .chain((some) => pieces.map((other) => ({ ...some, other })));
const plural = fc
  .tuple(fc.constantFrom('count', 'n', 'total_items'), forms, fc.boolean(), fc.constantFrom(0, 0, 1))
  .map(([pivot, own, ordinal, offset]): Runs[number] => ({
    kind: 'plural',
    pivot,
    ...(ordinal && { ordinal }),
    ...(offset > 0 && { offset }),
    forms: own,
  }));
const select = plural.map((inner): Runs[number] => ({
  kind: 'select',
  pivot: 'who',
  cases: { ada: [textRun('Ada')], other: [inner] },
}));
const aMessage = fc.tuple(around, fc.oneof(plural, plural, select), around).map((all): Runs => all.flat());

import type { Block, Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { formatCapacities } from '../format/capacity/format-capacity.js';
import { hasFormEntries } from '../format/capacity/option-features.js';
import { createFormats } from '../format/create-formats.js';
import { presetOptions } from '../format/preset.js';
import { convertBlocks, type ConversionChoices } from './convert-blocks.js';
import { writeConverted } from './write-converted.js';

const { signal } = new AbortController();
const formats = createFormats(allFormats);

function formatOf(id: string) {
  const format = formats.byId(id);
  const capacity = formatCapacities[id];
  if (format === undefined || capacity === undefined) throw new Error(id);
  return { format, capacity };
}

const unit = (value: string) => ({ stringUnit: { state: 'translated', value } });
const counted = (argNum: number, one: string, other: string) => ({
  argNum,
  formatSpecifier: 'lld',
  variations: { plural: { one: unit(one), other: unit(other) } },
});
const catalog = JSON.stringify({
  sourceLanguage: 'en',
  strings: {
    n: {
      localizations: {
        en: {
          ...unit('%#@files@ in %#@folders@'),
          substitutions: {
            files: counted(1, '%arg file', '%arg files'),
            folders: counted(2, '%arg folder', '%arg folders'),
          },
        },
      },
    },
  },
  version: '1.0',
});
const message = JSON.stringify({ n: '{count, plural, one {# file} other {# files}}' });

async function convert(from: string, text: string, to: string, choices: ConversionChoices = {}) {
  const [id = '', preset] = to.split(':');
  const { format, capacity } = formatOf(id);
  const options = preset === undefined ? {} : presetOptions(format, preset);
  const blocks: Block[] = [];
  const ctx = { document: 'a', sourceLocale: 'en', signal, lose: () => undefined, formats };
  for await (const part of formatOf(from).format.read(bytesSource(Buffer.from(text)), {}, ctx))
    if (part.kind === 'block') blocks.push(part.block);
  const target = {
    format: id,
    preset,
    kind: format.kind,
    capacity,
    hasFormEntries: hasFormEntries(id, options),
    from,
    sourceLocale: 'en',
    locales: ['en'],
    document: 'a',
  };
  const made = convertBlocks(blocks, target, choices);
  const file = { format, options, blocks: made.blocks, document: 'a', sourceLocale: 'en', formats, signal };
  return { text: Buffer.from((await writeConverted(file)).bytes).toString(), runs: made.blocks[0]?.source as Runs };
}

describe('numbers of plural forms', () => {
  test.each([
    ['stringsdict', {}, '<string>%lld folders</string>'],
    ['androidxml', {}, '>%lld files in %lld folders<'],
    ['androidxml', { placeholders: 'android' }, '>%1$d files in %2$s folders<'],
    ['json', {}, 'other {# files}} in {folders, plural, one {# folder} other {# folders}}'],
    ['arb', {}, 'one {# file} other {# files}}'],
    ['po', {}, 'msgid_plural "%lld files in %lld folders"'],
  ] as const)('X101 the number of a substitution of Apple is one of %s with %j', async (to, choices, expected) => {
    const { text } = await convert('xcstrings', catalog, to, choices);
    expect(text).toContain(expected);
    expect(text).not.toContain('%arg');
  });

  test.each([
    ['yaml:rails', {}, 'other: "{count} files"'],
    ['yaml:rails', { placeholders: 'ruby' }, 'other: "%{count} files"'],
    ['yaml', {}, '{count, plural, one {# file} other {# files}}'],
    ['json:go-i18n', {}, '{count} files'],
    ['androidxml', {}, '<item quantity="other">{count} files</item>'],
  ] as const)('X101 the sign for a number of a message is none of %s with %j', async (to, choices, expected) => {
    expect((await convert('json', message, to, choices)).text).toContain(expected);
  });

  test.each(['xliff', 'xliff2'])('X101 codes in a form and around it have ids of their own in %s', async (to) => {
    const around = JSON.stringify({ n: '{name} has {count, plural, one {# file} other {# files of {owner}}}' });
    const { text } = await convert('json', around, to);
    const other = text.split(/<trans-unit|<unit/u).find((each) => each.includes(' files of ')) ?? '';
    const [source = ''] = /<source>.*?<\/source>/su.exec(other) ?? [];
    const ids = Array.from(source.matchAll(/<ph(?: \w+="[^"]*")*? id="([^"]*)"/gu), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

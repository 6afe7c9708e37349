import type { ToolDefinition } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolIndex } from '../create-tool-index.js';
import type { PickOptions } from '../pick-options.js';
import { pickTools } from '../pick-tools.js';
import { toRoot, stem } from './stem.js';
import { toCompounds, splitParts, toTerms } from './terms.js';

type Texts = Readonly<Record<string, string>>;

function catalog(texts: Texts, parameters: Readonly<Record<string, ToolDefinition['parameters']>> = {}) {
  return Object.entries(texts).map(([name, description]): ToolDefinition => {
    return { type: 'function', name, description, parameters: parameters[name] ?? { type: 'object', properties: {} } };
  });
}

async function ranked(input: string, tools: readonly ToolDefinition[], options: PickOptions = {}) {
  const picked = await pickTools(input, tools, { maxCandidates: 100, minScore: 0, ...options });
  return picked.map((it) => it.tool.name);
}

describe('terms', () => {
  test.each([
    ['searches', 'search'],
    ['searching', 'search'],
    ['cities', 'citi'],
    ['city', 'citi'],
    ['planned', 'plan'],
    ['status', 'status'],
    ['process', 'process'],
    ['analysis', 'analysis'],
    ['boxes', 'box'],
    ['price', 'pric'],
    ['bed', 'bed'],
    ['sing', 'sing'],
    ['день', 'день'],
  ])('the stem of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test.each([
    ['prediction', 'predict'],
    ['availability', 'available'],
    ['discoverer', 'discovery'],
    ['genetically', 'genetics'],
  ])('%s and %s share a root', (one, other) => {
    expect(toRoot(stem(one))).toBe(toRoot(stem(other)));
  });

  test('identifiers are split at every border of words, and a name is kept joined too', () => {
    expect(splitParts('getHTTPUser_id')).toEqual(['get', 'http', 'user', 'id']);
    expect(splitParts('number12')).toEqual(['number', '12']);
    expect(splitParts('v2')).toEqual(['v2']);
    expect(toCompounds('weather.getForecast get_user__v2 plain')).toEqual(['getforecast', 'getuser']);
    expect(toTerms('The ｗｉｄｅ cafés')).toEqual(['wid', 'cafés']);
  });

  test('scripts without spaces are read two characters at a time', () => {
    expect(toTerms('天気予報API')).toEqual(['天気', '気予', '予報', 'api']);
    expect(toTerms('雨')).toEqual(['雨']);
  });
});

describe('keywordScorer', () => {
  test('a tool is found by characters where there are no spaces', async () => {
    const tools = catalog({ tenki: '都市の天気予報を調べる', kabuka: '株価を調べる' });
    expect(await ranked('明日の天気は', tools)).toEqual(['tenki']);
  });

  test('a match in the name counts more than one in the description, and that more than one in a parameter', async () => {
    const described = { type: 'object', properties: { x: { type: 'string', description: 'A tide' } } } as const;
    const tools = catalog({ c: 'Says some thing', b: 'Says a tide', tide: 'Says some thing' }, { c: described });
    expect(await ranked('tide', tools)).toEqual(['tide', 'b', 'c']);
  });

  test('tags, titles, summaries, enum values and deep parameters are read', async () => {
    const schema = {
      type: 'object',
      properties: {
        deep: { type: 'object', properties: { altitude: { type: 'number' } } },
        list: { type: 'array', items: { type: 'string', enum: ['granite'], description: 'A mineral' } },
        either: { anyOf: [{ type: 'object', properties: { latency: { type: 'number' } } }] },
      },
    } as const;
    const [bare] = catalog({ one: 'Something' });
    const record = {
      id: 'two',
      name: 'two',
      title: 'Quarry',
      description: '',
      tags: ['geology'],
      docs: { summary: 'About stones' },
      inputSchema: schema,
      hooksByStage: {},
      execute: () => 1,
    };
    const index = createToolIndex([bare ?? record, record]);
    for (const word of ['altitude', 'granite', 'mineral', 'latency', 'quarry', 'geology', 'stones']) {
      expect((await index.pick(word)).map((it) => it.tool.name)).toEqual(['two']);
    }
  });

  test('a compound in the question meets the name however it is written', async () => {
    const tools = catalog({ get_current_time: 'x', current_affairs: 'y' });
    expect((await ranked('call getCurrentTime', tools))[0]).toBe('get_current_time');
    expect((await ranked('getcurrenttime', tools))[0]).toBe('get_current_time');
  });

  test('a word without a match is taken for a beginning, else for a misspelling', async () => {
    const tools = catalog({ a: 'Temperature outside', b: 'The history of music' });
    expect(await ranked('tempera', tools)).toEqual(['a']);
    expect(await ranked('temperatuer', tools)).toEqual(['a']);
    expect(await ranked('histroy', tools, { synonyms: [] })).toEqual(['b']);
    expect(await ranked('historyy', tools)).toEqual(['b']);
    expect(await ranked('te', tools)).toEqual([]);
  });

  test('a word with one edit is found, one of eight letters with two, and shorter ones with no more', async () => {
    const tools = catalog({ a: 'Invoices', b: 'The calendar of holidays' });
    for (const typo of ['invoces', 'invocies', 'innvoices', 'inxoices', 'calnedra', 'calendxrs']) {
      expect(await ranked(typo, tools, { synonyms: [] })).toHaveLength(1);
    }
    for (const other of ['inxxices', 'clndr', 'xyz']) expect(await ranked(other, tools, { synonyms: [] })).toEqual([]);
  });

  test('a synonym counts less than the word, and its table can be replaced', async () => {
    const tools = catalog({ remove_user: 'x', delete_user: 'y' });
    expect(await ranked('delete', tools)).toEqual(['delete_user', 'remove_user']);
    expect(await ranked('delete', tools, { synonyms: [] })).toEqual(['delete_user']);
    const own = [{ weight: 0.5, words: ['zap', 'remove'] }];
    expect(await ranked('zap', tools, { synonyms: own })).toEqual(['remove_user']);
  });

  test('words that stand together count more where they stand together', async () => {
    const tools = catalog({ a: 'stock of the old price', b: 'price of the old stock price' });
    expect((await ranked('stock price', tools))[0]).toBe('b');
  });

  test('a rare word scores high, a common one does not', async () => {
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, 'common']));
    const tools = catalog({ ...texts, rare: 'zebra' });
    const [rare] = await pickTools('zebra', tools);
    expect(rare?.score).toBeGreaterThan(0.4);
    expect(await pickTools('common', tools)).toEqual([]);
  });

  test('a proper noun or a quoted text weighs less than a plain word', async () => {
    const tools = catalog({ a: 'boston', b: 'museum' });
    expect(await ranked('open museum or Boston', tools)).toEqual(['b', 'a']);
    expect(await ranked('open the museum or say "boston"', tools)).toEqual(['b', 'a']);
    expect(await ranked('OPEN BOSTON OR MUSEUM', tools)).toEqual(['a', 'b']);
  });

  test('values speak for the parameters that would take them', async () => {
    const take = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } }) as const;
    const tools = catalog(
      { a: 'opera', b: 'opera', c: 'opera' },
      { a: take('size'), b: take('currency'), c: take('city') },
    );
    expect((await ranked('opera for $20', tools))[0]).toBe('b');
    expect((await ranked('an opera in Vienna', tools))[0]).toBe('c');
    expect((await ranked('how big is the opera', tools))[0]).toBe('a');
  });

  test('a tool that cannot do without numbers comes later when there are none', async () => {
    const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const text = { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] } as const;
    const tools = catalog({ a: 'area of a square', b: 'area of a square' }, { a: number, b: text });
    expect(await ranked('area of a square', tools)).toEqual(['b', 'a']);
    expect(await ranked('area of a square of 3', tools)).toEqual(['a', 'b']);
    expect(await ranked('area of a square of two', tools)).toEqual(['a', 'b']);
  });

  test('any text gives scores from 0 to 1 in bounded time', async () => {
    const index = createToolIndex(catalog({ constructor: '__proto__ toString', b: 'hasOwnProperty of 天気', c: '' }));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', '\ud800', '"'.repeat(999)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (input) => {
        for (const { score } of await index.pick(input, { minScore: 0 })) expect(score > 0 && score <= 1).toBe(true);
      }),
    );
    expect(await index.pick(`${'a'.repeat(200_000)} ${'"\' '.repeat(200_000)}`)).toEqual([]);
  });
});

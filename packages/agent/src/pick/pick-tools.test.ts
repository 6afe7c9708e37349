import { deepFreeze, defineTool, Tool, ToolRegistry, type ToolDefinition, type ToolRecord } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { cpuNow } from '../../../../test/cpu-now.js';
import { createToolIndex } from './create-tool-index.js';
import type { DroppedTool, PickOptions } from './pick-options.js';
import { pickTools } from './pick-tools.js';
import type { ScoreTool } from './scorer.js';

function tool(id: string, description: string, more: Partial<ToolRecord> = {}): ToolRecord {
  const inputSchema = { type: 'object', properties: {} } as const;
  const execute = () => {
    throw new Error(`"${id}" was run`);
  };
  return { id, name: id, description, inputSchema, hooksByStage: {}, execute, ...more };
}

function definition(name: string, description: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return { type: 'function', name, description, parameters: { type: 'object', properties: {} }, ...more };
}

const weather = tool('get_weather', 'Get the weather forecast for a city', {
  tags: ['forecast'],
  policy: { category: 'retrieval', sideEffects: 'read_only' },
});
const mail = tool('send_mail', 'Send an e-mail to a person', { policy: { sideEffects: 'writes' } });
const stock = tool('stock_price', 'Retrieve the price of a stock');
const area = tool('triangle_area', 'Calculate the area of a triangle');
const tools = deepFreeze([weather, mail, stock, area]);

async function names(input: unknown, from: readonly ToolRecord[] = tools, options: PickOptions = {}) {
  return (await pickTools(input, from, options)).map((result) => result.tool.name);
}

const all: PickOptions = { maxCandidates: 100, minScore: 0 };

describe('pickTools', () => {
  test('A41 pickTools runs nothing, changes nothing, and gives a promise of at most three tools of 0.05 or more', async () => {
    const alike = Array.from({ length: 5 }, (_, at) => tool(`weather_${at}`, 'Weather of a city'));
    const many = deepFreeze([...alike, ...Array.from({ length: 9 }, (_, at) => tool(`other_${at}`, 'Something else'))]);
    const input = deepFreeze([{ role: 'user', content: 'weather in the city' }]);
    const before = JSON.stringify(many);
    const picked = pickTools(input, many);
    expect(picked).toBeInstanceOf(Promise);
    expect(await picked).toHaveLength(3);
    expect(JSON.stringify(many)).toBe(before);
    const flat: ScoreTool = (_, { name }) => (name === 'get_weather' ? 0.05 : 0.049);
    expect(await names('x', tools, { scorer: flat })).toEqual(['get_weather']);
    expect(await names('x', tools, { scorer: flat, minScore: 0.01 })).toHaveLength(3);
    expect(await names('x', tools, { scorer: flat, minScore: 0.01, maxCandidates: 1 })).toEqual(['get_weather']);
    expect(await names('x', tools, { scorer: flat, maxCandidates: 0 })).toEqual([]);
  });

  test('A41 filter sees policy, tags and annotations, and is asked before anything is scored', async () => {
    const marked = tool('weather_map', 'Weather map', { annotations: { region: 'eu' } });
    const order: string[] = [];
    const filter: PickOptions['filter'] = ({ name, policy, tags, annotations }) => {
      order.push(`filter ${name}`);
      return policy.sideEffects === 'read_only' || tags.includes('x') || annotations?.['region'] === 'eu';
    };
    const scorer: ScoreTool = (_, { name }) => {
      order.push(`score ${name}`);
      return 1;
    };
    expect(await names('weather', [mail, weather, marked], { filter, scorer })).toEqual(['get_weather', 'weather_map']);
    expect(order.map((step) => step.split(' ')[0]).join(' ')).toBe('filter filter filter score score');
    expect(await names('weather or mail', tools, { filter: ({ tags }) => tags.includes('forecast') })).toEqual([
      'get_weather',
    ]);
  });

  test('A42 tools that are marked as unsafe or have no schema are left out unless allowUnsafe', async () => {
    const unsafe = tool('weather_unsafe', 'Weather', { annotations: { safe: false } });
    const free = tool('weather_free', 'Weather', { noSchemaMode: 'read-only' });
    const safe = tool('weather_safe', 'Weather', { annotations: { safe: true } });
    const bare: ToolDefinition = { type: 'function', name: 'weather_bare', description: 'Weather' };
    const mixed = [unsafe, free, bare, safe];
    const picked = async (options: PickOptions) =>
      (await pickTools('weather', mixed, options)).map((it) => it.tool.name);
    expect(await picked({ ...all })).toEqual(['weather_safe']);
    expect((await picked({ ...all, allowUnsafe: true })).toSorted()).toEqual(
      ['weather_bare', 'weather_free', 'weather_safe', 'weather_unsafe'].toSorted(),
    );
  });

  test('of several versions of a tool the best is returned, and more of them on request', async () => {
    const versions = ['get_user', 'get_user_v2', 'getUserV3', 'get_group'].map((name) =>
      tool(name, name === 'get_user_v2' ? 'Returns a user by name' : 'Returns it by name'),
    );
    const chosen = (options: PickOptions) => names('the user by name', versions, { ...all, ...options });
    expect(await chosen({})).toEqual(['get_user_v2', 'getUserV3', 'get_group']);
    expect(await chosen({ versions: 2 })).toEqual(['get_user_v2', 'get_user', 'getUserV3', 'get_group']);
    expect(await chosen({ always: ['get_user'] })).toContain('get_user');
    await expect(chosen({ versions: 0 })).rejects.toThrow('versions');
  });

  test('a request for two things gets the tools of both', async () => {
    const mails = ['mail', 'mail_list', 'mail_search', 'mail_count'].map((name) => tool(name, 'Mails, mail by mail'));
    const offered = [...mails, tool('book_table', 'Books a table in a restaurant')];
    const request = 'Send a mail with all mails to Ann by mail, and then book a table';
    expect(await names(request, offered)).toContain('book_table');
  });

  test('A43 results are sorted by score, ties by the order of registration, and clamped to 0..1', async () => {
    const scores: Record<string, number> = { get_weather: 0.5, send_mail: 7, stock_price: -3, triangle_area: 0.5 };
    const scorer: ScoreTool = (_, { name }) => scores[name] ?? 0;
    const picked = await pickTools('x', tools, { ...all, scorer });
    expect(picked.map((it) => [it.tool.name, it.score])).toEqual([
      ['send_mail', 1],
      ['get_weather', 0.5],
      ['triangle_area', 0.5],
    ]);
    const twins = Array.from({ length: 20 }, (_, at) => tool(`w${at}`, 'weather', { name: 'weather' }));
    const first = await pickTools('weather', twins, { maxCandidates: 5, minScore: 0 });
    expect(first.map((it) => it.tool.id)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4']);
  });

  test('A43 the same best tools come out of the heap as out of sorting everything', async () => {
    const score = fc.float({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(score, { maxLength: 60 }), fc.nat(12), async (scores, maxCandidates) => {
        const list = scores.map((_, at) => tool(`t${at}`, ''));
        const scorer: ScoreTool = (_, { id }) => scores[Number(id.slice(1))] ?? 0;
        const sorted = [...scores.entries()].filter(([, it]) => it > 0).toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
        const picked = await pickTools('x', list, { scorer, maxCandidates, minScore: 0 });
        expect(picked.map((it) => it.tool.id)).toEqual(sorted.slice(0, maxCandidates).map(([at]) => `t${at}`));
      }),
    );
  });

  test.each([
    [''],
    ['   '],
    ['the of and'],
    ['xylophone quartet'],
    [undefined],
    [null],
    [[]],
    [{}],
    [42],
    [[{ role: 'assistant', content: 'the weather' }]],
  ])('A44 an input without content or match gives nothing: %j', async (input) => {
    expect(await pickTools(input, tools)).toEqual([]);
    expect(await pickTools('weather', [])).toEqual([]);
  });

  test('A45 a scorer that throws, rejects or gives no number drops only that tool, with the reason', async () => {
    const answers: Record<string, () => unknown> = {
      get_weather: () => {
        throw new Error('no model');
      },
      send_mail: () => Number.NaN,
      stock_price: () => Promise.reject(new Error('late')),
      triangle_area: () => 0.7,
    };
    const scorer = ((_, { name }) => answers[name]?.()) as ScoreTool;
    const dropped: DroppedTool[] = [];
    expect(await names('x', tools, { scorer, onDrop: (drop) => void dropped.push(drop) })).toEqual(['triangle_area']);
    expect(dropped).toEqual([
      { name: 'get_weather', reason: 'no model' },
      { name: 'send_mail', reason: 'its score is NaN, expected a number from 0 to 1' },
      { name: 'stock_price', reason: 'late' },
    ]);
    expect(await names('x', tools, { scorer })).toEqual(['triangle_area']);
  });

  test('A45 a scorer is asked about eight tools at a time', async () => {
    const many = Array.from({ length: 30 }, (_, at) => tool(`t${at}`, ''));
    let [running, most] = [0, 0];
    const scorer: ScoreTool = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return 0.5;
    };
    expect(await pickTools('x', many, { ...all, scorer })).toHaveLength(30);
    expect(most).toBe(8);
  });

  test('A46 beyond timeoutMs the first safe tools in order come back, flagged, and the scorer is told to stop', async () => {
    const unsafe = tool('unsafe', 'x', { annotations: { safe: false } });
    const signals: AbortSignal[] = [];
    const scorer: ScoreTool = (_, __, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const options = { scorer, timeoutMs: 10, maxCandidates: 2, allowUnsafe: true };
    const picked = await pickTools('weather', [unsafe, mail, weather, stock], options);
    expect(picked.map((it) => it.tool.name)).toEqual(['send_mail', 'get_weather']);
    expect(picked[0]).toMatchObject({
      score: 0,
      reason: expect.stringContaining('10 ms'),
      provenance: { timedOut: true },
    });
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('A46 the time also covers work that never lets a timer run, and a failure after it is not heard of', async () => {
    const busy: ScoreTool = () => {
      const end = performance.now() + 30;
      while (performance.now() < end);
      return 1;
    };
    expect(await pickTools('x', [weather], { scorer: busy, timeoutMs: 5 })).toMatchObject([
      { provenance: { timedOut: true } },
    ]);
    const failing = {
      name: 'late',
      scoreAll: async () => new Promise<never>((_, no) => setTimeout(no, 20, new Error('late'))),
    };
    const picked = await pickTools('x', tools, {
      scorer: failing,
      timeoutMs: 5,
      filter: ({ name }) => name !== 'get_weather',
    });
    expect(picked.map((it) => it.tool.name)).toEqual(['send_mail', 'stock_price', 'triangle_area']);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await names('weather', tools, { timeoutMs: 60_000 })).toEqual(['get_weather']);
  });

  test('A47 debug adds the name of the scorer and the details of the score', async () => {
    const [plain] = await pickTools('weather', tools);
    expect(plain).not.toHaveProperty('provenance');
    const [picked] = await pickTools('weather forecast', tools, { debug: true });
    expect(picked?.provenance).toMatchObject({
      scorer: 'keyword',
      details: { hits: expect.arrayContaining([{ term: 'weather', points: expect.any(Number) }]) },
    });
    const scorer: ScoreTool = () => ({ score: 0.5, reason: 'because', details: { own: true } });
    const [own] = await pickTools('weather', tools, { debug: true, scorer });
    expect(own).toMatchObject({ reason: 'because', provenance: { scorer: 'scorer', details: { own: true } } });
  });

  test('A48 a thousand tools are indexed and chosen from within the test time, and once indexed are not read again', async () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      ...tool(`tool_${at}`, ''),
      get description() {
        reads += 1;
        return `Handles topic${at} and area${at % 10}`;
      },
    }));
    expect(await names('topic77', many)).toEqual(['tool_77']);
    const once = reads;
    const began = cpuNow();
    for (let round = 0; round < 20; round += 1) await names(`topic${round} area3`, many);
    // A bound for a slow machine; the figure itself is the bench's business.
    expect((cpuNow() - began) / 20).toBeLessThan(100);
    expect(reads).toBe(once);
  });

  test('A49 the default scorer is deterministic', async () => {
    const words = fc.constantFrom(
      'weather',
      'Stock',
      'price',
      'mail',
      'city',
      'triangle',
      'wether',
      '12',
      'in',
      'Boston',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 8 }), async (asked) => {
        const input = asked.join(' ');
        const [one, other] = [await pickTools(input, tools, all), await createToolIndex(tools).pick(input, all)];
        expect(other).toEqual(one);
      }),
    );
  });

  test('A49 of chat messages the last two texts of the user count, the older one half', async () => {
    const chat = [
      { role: 'system', content: 'mail mail mail' },
      { role: 'user', content: 'calculate the area of a triangle' },
      { role: 'user', content: 'stock' },
      { role: 'assistant', content: 'send mail' },
      { role: 'user', content: [{ type: 'text', text: 'weather' }, { type: 'image' }] },
    ];
    const picked = await pickTools(chat, tools, all);
    expect(picked.map((it) => it.tool.name)).toEqual(['get_weather', 'stock_price']);
    const [alone] = await pickTools([chat[4]], tools, all);
    expect(alone?.tool.name).toBe('get_weather');
    expect(await names([{ role: 'user', parts: [{ text: 'stock' }] }])).toEqual(['stock_price']);
    expect(await names({ messages: chat })).toEqual(['get_weather', 'stock_price']);
    expect(await names({ role: 'user', content: 'stock' })).toEqual(['stock_price']);
  });

  test('A49 of any other value the keys and texts count, each object once', async () => {
    const circle: Record<string, unknown> = { task: { triangle: { base: 3 } } };
    circle['self'] = circle;
    expect(await names(circle)).toEqual(['triangle_area']);
    expect(await names(['send', { what: 'mail' }])).toEqual(['send_mail']);
  });

  test('tools may be classes, records, definitions or a registry, and come back as they were given', async () => {
    @Tool(definition('class_weather', 'The weather', { parameters: { city: { type: 'string' }, required: ['city'] } }))
    class WeatherTool {}
    const record = defineTool({
      id: 'zod_weather',
      description: 'The weather',
      inputSchema: z.object({ city: z.string().describe('Where to look') }),
      execute: () => 1,
    });
    const plain = definition('plain_weather', 'The weather');
    const mixed = [WeatherTool, record, plain] as const;
    const picked = await pickTools('weather', mixed, all);
    expect(new Set(picked.map((it) => it.tool))).toEqual(new Set(mixed));
    expect((await pickTools('look', [record]))[0]?.tool).toBe(record);
    expect((await pickTools('city', [WeatherTool]))[0]?.tool).toBe(WeatherTool);
    await expect(pickTools('x', [class Plain {}])).rejects.toMatchObject({ code: 'AGENT_OPTIONS_INVALID' });
    await expect(pickTools('x', [{ odd: true } as never])).rejects.toMatchObject({ code: 'AGENT_OPTIONS_INVALID' });
  });

  test('a registry is indexed anew after a change, and so is a list', async () => {
    const registry = new ToolRegistry();
    registry.addInline(weather);
    const list = [weather];
    const asked = async () => [(await pickTools('mail', registry)).length, (await pickTools('mail', list)).length];
    expect(await asked()).toEqual([0, 0]);
    registry.addInline(mail);
    list.push(mail);
    expect(await asked()).toEqual([1, 1]);
    expect((await pickTools('mail', registry.snapshot()))[0]?.tool.id).toBe('send_mail');
    const index = createToolIndex(registry);
    registry.remove('send_mail');
    list[1] = stock;
    expect(await asked()).toEqual([0, 0]);
    expect([index.size, (await index.pick('mail')).length]).toEqual([2, 1]);
  });

  test('always brings tools back whatever they score, beside the others, and safe ones only', async () => {
    const unsafe = tool('unsafe_docs', 'Docs', { annotations: { safe: false } });
    const list = [...tools, unsafe];
    const options = { maxCandidates: 1, always: ['send_mail', 'unsafe_docs', 'nobody'], allowUnsafe: true };
    const picked = await pickTools('weather', list, options);
    expect(picked.map((it) => [it.tool.name, it.always])).toEqual([
      ['get_weather', undefined],
      ['send_mail', true],
    ]);
    expect((await pickTools('mail', list, options)).map((it) => it.tool.name)).toEqual(['send_mail']);
    expect((await pickTools('', list, options)).map((it) => [it.tool.name, it.score])).toEqual([['send_mail', 0]]);
    const broken: ScoreTool = () => Number.NaN;
    expect(await names('x', tools, { always: ['send_mail'], scorer: broken })).toEqual(['send_mail']);
    const late = await pickTools('x', list, { ...options, timeoutMs: 1, scorer: () => new Promise(() => undefined) });
    expect(late.map((it) => [it.tool.name, it.always])).toEqual([
      ['get_weather', undefined],
      ['send_mail', true],
    ]);
  });

  test('diversity prefers a tool that is unlike those already chosen', async () => {
    const list = [
      tool('weather_a', 'Weather forecast of a city'),
      tool('weather_b', 'Weather forecast of a city'),
      tool('storm_alert', 'Warns of a storm when the weather turns'),
    ];
    const options = { maxCandidates: 2, minScore: 0 };
    expect(await names('weather forecast of the city', list, options)).toEqual(['weather_a', 'weather_b']);
    expect(await names('weather forecast of the city', list, { ...options, diversity: 0.7 })).toEqual([
      'weather_a',
      'storm_alert',
    ]);
  });

  test.each([
    [{ maxCandidates: -1 }],
    [{ maxCandidates: 1.5 }],
    [{ minScore: 2 }],
    [{ filter: true }],
    [{ allowUnsafe: 'yes' }],
    [{ scorer: {} }],
    [{ timeoutMs: 0 }],
    [{ debug: 1 }],
    [{ always: 'x' }],
    [{ diversity: Number.NaN }],
    [{ synonyms: [{ words: ['a'] }] }],
    [{ onDrop: 'x' }],
  ])('an option that makes no sense is refused: %j', async (options) => {
    await expect(pickTools('x', tools, options as never)).rejects.toMatchObject({ code: 'AGENT_OPTIONS_INVALID' });
  });

  test('a misspelt option is refused with the right name', async () => {
    await expect(pickTools('x', tools, { maxCandidate: 1 } as never)).rejects.toMatchObject({
      message: 'Cannot pick tools: unknown option "maxCandidate"',
      details: { suggestion: 'Did you mean "maxCandidates"?' },
    });
  });

  test('a scorer of all tools that fails as a whole fails the choice', async () => {
    const scorer = { name: 'down', scoreAll: vi.fn(() => Promise.reject(new Error('no service'))) };
    await expect(pickTools('x', tools, { scorer })).rejects.toThrow('no service');
  });
});

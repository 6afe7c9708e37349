import type { ToolDefinition } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { createToolIndex } from '../create-tool-index.js';
import { pickTools } from '../pick-tools.js';
import { embeddingScorer, type Embed } from './embedding-scorer.js';
import { hybridScorer } from './hybrid-scorer.js';

function definition(name: string, description: string): ToolDefinition {
  return { type: 'function', name, description, parameters: { type: 'object', properties: {} } };
}

const tools = [
  definition('forecast', 'Tells whether it will rain'),
  definition('broker', 'Buys shares'),
  definition('umbrella_shop', 'Sells umbrellas'),
];

/** An embedder to check by hand: counts how often a text speaks of weather, of money, and of shopping. */
const topics = [/rain|umbrella|wet|sky/g, /share|stock|money/g, /sell|shop|buy/g];
function countTopics(text: string): number[] {
  return topics.map((topic) => text.toLowerCase().match(topic)?.length ?? 0);
}

function recording(): { readonly batches: (readonly string[])[]; readonly embed: Embed } {
  const batches: (readonly string[])[] = [];
  return {
    batches,
    embed: async (texts) => {
      batches.push(texts);
      return texts.map(countTopics);
    },
  };
}

describe('embeddingScorer', () => {
  test('tools are scored by the cosine with the question, without a word in common', async () => {
    const scorer = embeddingScorer({ embed: recording().embed });
    const picked = await pickTools('Will the sky stay wet?', tools, { scorer, debug: true });
    expect(picked.map((it) => it.tool.name)).toEqual(['forecast', 'umbrella_shop']);
    expect(picked[0]?.score).toBeCloseTo(1);
    expect(picked[0]?.provenance?.scorer).toBe('embedding');
  });

  test('texts are handed over in batches, and a vector is made once for tools that say the same', async () => {
    const { batches, embed } = recording();
    const scorer = embeddingScorer({ embed, batchSize: 2 });
    await pickTools('rain', tools, { scorer });
    expect(batches.map(({ length }) => length)).toEqual([2, 1, 1]);
    await pickTools(
      'money',
      tools.map((tool) => ({ ...tool })),
      { scorer },
    );
    expect(batches.slice(3)).toEqual([['money']]);
    await pickTools('rain', [...tools, definition('new', 'Rain')], { scorer });
    expect(batches.slice(4)).toEqual([['new: Rain'], ['rain']]);
  });

  test('of chat messages the older text counts half', async () => {
    const chat = ['share', 'rain'].map((content) => ({ role: 'user', content }));
    const picked = await pickTools(chat, tools.slice(0, 2), { scorer: embeddingScorer({ embed: recording().embed }) });
    expect(picked.map((it) => it.tool.name)).toEqual(['forecast', 'broker']);
  });

  test('an embedder that gives too few vectors fails the choice; one with a wrong length drops tools', async () => {
    const few = embeddingScorer({ embed: async () => [] });
    await expect(pickTools('rain', tools, { scorer: few })).rejects.toMatchObject({ code: 'AGENT_OPTIONS_INVALID' });
    const odd = embeddingScorer({ embed: async (texts) => texts.map((text) => (text === 'rain' ? [1] : [1, 2])) });
    const dropped: string[] = [];
    expect(await pickTools('rain', tools, { scorer: odd, onDrop: ({ name }) => void dropped.push(name) })).toEqual([]);
    expect(dropped).toEqual(tools.map(({ name }) => name));
  });
});

describe('hybridScorer', () => {
  test('words count 0.4 and meaning 0.6, and details say both', async () => {
    const semantic = { name: 'fixed', scoreAll: () => [0.5] };
    const [words] = await pickTools('rain', tools);
    const [mixed] = await pickTools('rain', tools, { scorer: hybridScorer({ semantic }), debug: true });
    expect(mixed?.score).toBeCloseTo(0.4 * (words?.score ?? 0) + 0.3);
    expect(mixed?.provenance).toEqual({
      scorer: 'hybrid of keyword and fixed',
      details: { keyword: words?.score, semantic: 0.5 },
    });
  });

  test('only the best 50 by words are asked for their meaning', async () => {
    const many = Array.from({ length: 80 }, (_, at) =>
      definition(`tool_${at}`, at % 2 === 0 ? 'rain rain' : 'rain and more'),
    );
    const asked: string[] = [];
    const semantic = (_: unknown, { name }: { readonly name: string }) => {
      asked.push(name);
      return 0.5;
    };
    const index = createToolIndex(many);
    const picked = await index.pick('rain', { scorer: hybridScorer({ semantic }), minScore: 0, maxCandidates: 80 });
    expect([asked.length, picked.length]).toEqual([50, 80]);
    expect(asked.filter((name) => Number(name.slice(5)) % 2 === 0)).toHaveLength(40);
  });

  test('where the meaning cannot be had, words decide alone, and the result says so', async () => {
    const semantic = embeddingScorer({ embed: () => Promise.reject(new Error('model not loaded')) });
    const [words] = await pickTools('rain', tools);
    const [picked] = await pickTools('rain', tools, { scorer: hybridScorer({ semantic }) });
    expect(picked).toEqual({ ...words, reason: 'Scored by words alone: model not loaded' });
    const silent = hybridScorer({ semantic: () => Number.NaN });
    expect((await pickTools('rain', tools, { scorer: silent }))[0]?.reason).toContain('it gave no number');
  });
});

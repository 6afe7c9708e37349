import { expect, test } from 'vitest';
import type { ToolContract } from '../wire/wire.js';
import { findTools } from './find-tools.js';

function tool(id: string, description: string, tags: readonly string[] = []): ToolContract {
  return { id, name: id, description, tags, version: '1.0.0', inputSchema: {}, policy: {} as ToolContract['policy'] };
}

const tools = [
  tool('slugify', 'Makes an address of a text'),
  tool('word_count', 'Counts words', ['text']),
  tool('text_to_table', 'Draws a table'),
  tool('weather', 'Tells how it will be'),
];

const idsOf = (query: string, chosen?: readonly string[]) => findTools(tools, query, chosen).map(({ id }) => id);

test('findTools shows all tools until something is typed', () => {
  expect(idsOf('')).toHaveLength(4);
  expect(idsOf('  ')).toHaveLength(4);
});

test('findTools puts names first, then what the door chose, then texts, each once', () => {
  expect(idsOf('TEXT')).toEqual(['text_to_table', 'slugify', 'word_count']);
  expect(idsOf('text', ['weather', 'text_to_table', 'gone'])).toEqual([
    'text_to_table',
    'weather',
    'slugify',
    'word_count',
  ]);
});

test('findTools asks for every word', () => {
  expect(idsOf('count words')).toEqual(['word_count']);
  expect(idsOf('count table')).toEqual([]);
});

import { createToolIndex } from '@helve/agent';
import type { ToolDefinition } from '@helve/core';

/** Gives the names of the best tools for a question, the best first. */
export type Ranker = (question: string, count: number) => readonly string[] | Promise<readonly string[]>;

/** Helve as it comes; `versions` lets all versions of a tool stand in the result, as the labels name one of them. */
export function helve(tools: readonly ToolDefinition[], versions = 1): Ranker {
  const index = createToolIndex(tools);
  return async (question, count) => {
    const picked = await index.pick(question, { maxCandidates: count, versions });
    return picked.map(({ tool }) => tool.name);
  };
}

/** How many different words of the question stand in a tool's name and description, whatever they are. */
export function tokenOverlap(tools: readonly ToolDefinition[]): Ranker {
  const bags = tools.map(({ name, description = '' }) => new Set(allWordsOf(`${name} ${description}`)));
  return (question, count) => {
    const asked = new Set(allWordsOf(question));
    return best(tools, (at) => [...asked].filter((word) => bags[at]?.has(word)).length, count);
  };
}

/** BM25 as in the textbook (k1 1.2, b 0.75) over name, description and parameters as one text, with a light stemmer. */
export function plainBm25(tools: readonly ToolDefinition[]): Ranker {
  const documents = tools.map((tool) => wordsOf(textOf(tool)).map(stemLightly));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [at, words] of documents.entries()) {
    for (const word of words) {
      const posting = postings.get(word) ?? new Map<number, number>();
      postings.set(word, posting.set(at, (posting.get(at) ?? 0) + 1));
    }
  }
  return (question, count) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(question).map(stemLightly))) {
      const posting = postings.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (tools.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [at, found] of posting) {
        const length = 0.25 + (0.75 * (documents[at]?.length ?? 0)) / average;
        scores.set(at, (scores.get(at) ?? 0) + (rarity * found * 2.2) / (found + 1.2 * length));
      }
    }
    return best(tools, (at) => scores.get(at) ?? 0, count);
  };
}

function best(tools: readonly ToolDefinition[], score: (at: number) => number, count: number): readonly string[] {
  const scored = tools.map(({ name }, at) => ({ name, at, score: score(at) })).filter((tool) => tool.score > 0);
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  return scored.slice(0, count).map(({ name }) => name);
}

const stopWords = new Set(
  'a an and are as at be by can do for from how i if in is it me my of on or that the this to was what with you'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  return allWordsOf(text).filter((word) => !stopWords.has(word));
}

function allWordsOf(text: string): readonly string[] {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stemLightly(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/e$/, '');
}

/** Name, description, and every name, description and enum value below the parameters. */
function textOf({ name, description = '', parameters }: ToolDefinition): string {
  const texts: string[] = [];
  JSON.stringify(parameters, (key, value) => {
    if (!/^(?:\d*|type|required|properties|items|enum|description|default|format)$/.test(key)) texts.push(key);
    if (key === 'description' && typeof value === 'string') texts.push(value);
    if (key === 'enum' && Array.isArray(value)) texts.push(value.join(' '));
    return value;
  });
  return [name, description, ...texts].join(' ');
}

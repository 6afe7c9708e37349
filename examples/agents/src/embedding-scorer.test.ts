import { pickTools, type CatalogScorer } from '@helve/agent';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLocalEmbeddingScorer } from './embedding-scorer.js';
import { loadFreshTools } from './testing/fresh-tools.js';

let scorer: CatalogScorer | undefined;
let reason = '';

beforeAll(async () => {
  try {
    scorer = await createLocalEmbeddingScorer();
  } catch (error) {
    reason = `the weights cannot be loaded: ${String(error)}`;
  }
}, 60_000);

test('embeddingScorer with real weights finds a tool that shares no word with the wish', async ({ skip }) => {
  if (scorer === undefined) return skip(reason);
  const fresh = await loadFreshTools();
  onTestFinished(() => fresh.remove());
  const tools = fresh.tools.list();
  const best = async (wish: string) => {
    const [first] = await pickTools(wish, tools, { scorer: scorer as CatalogScorer, maxCandidates: 1 });
    return first?.tool.id;
  };
  expect(await best('This caller keeps insulting me')).toBe('ignore_user');
  expect(await best('What hour is that in Tokyo?')).toBe('format_datetime');
  const [byWords] = await pickTools('This caller keeps insulting me', tools, { maxCandidates: 1 });
  expect(byWords?.tool.id).not.toBe('ignore_user');
});

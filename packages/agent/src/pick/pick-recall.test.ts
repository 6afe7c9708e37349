import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { createToolIndex } from './create-tool-index.js';

interface PickData {
  readonly tools: readonly ToolDefinition[];
  readonly questions: readonly { readonly category: string; readonly text: string; readonly gold: readonly string[] }[];
}

const file = join(import.meta.dirname, '../../../../../shared/data/pick-bfcl.json');

/** Recall of plain BM25 over names, descriptions and parameters at 1, 5 and 10, in percent. */
const plain = { simple_python: [70, 91, 95], multiple: [71, 92, 95] } as const;

describe('pickTools on labelled questions', () => {
  test('the right tool is among the best at least as often as with plain BM25', needs('shared'), async () => {
    const { tools, questions } = JSON.parse(readFileSync(file, 'utf8')) as PickData;
    const index = createToolIndex(tools.map((tool) => ({ ...tool, type: 'function' as const })));
    for (const [set, least] of Object.entries(plain)) {
      const asked = questions.filter(({ category }) => category === set);
      const places: number[] = [];
      for (const { text, gold } of asked) {
        // The labels name one version of a tool.
        const picked = await index.pick(text, { maxCandidates: 10, versions: 10 });
        const place = picked.findIndex((it) => gold.includes(it.tool.name));
        places.push(place === -1 ? Infinity : place);
      }
      const recall = [1, 5, 10].map((depth) => (100 * places.filter((place) => place < depth).length) / asked.length);
      expect(recall.every((share, at) => share >= (least[at] ?? 100))).toBe(true);
    }
  });
});

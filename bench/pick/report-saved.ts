import { createToolIndex } from '@helve/agent';

import type { PickData } from './questions.js';

/** The rule of thumb for English and JSON. */
const CHARACTERS_PER_TOKEN = 4;

/** Prints how much shorter a prompt is that declares only the tools which were picked. */
export async function reportSaved({ tools, questions }: PickData): Promise<void> {
  const index = createToolIndex(tools);
  const all = tokensOf(tools);
  console.log(`\nPrompt tokens for tool definitions, at ${CHARACTERS_PER_TOKEN} characters each; all tools: ${all}`);
  for (const maxCandidates of [3, 5, 10]) {
    let sent = 0;
    for (const { text } of questions) {
      const picked = await index.pick(text, { maxCandidates });
      sent += tokensOf(picked.map(({ tool }) => tool));
    }
    const mean = Math.round(sent / questions.length);
    console.log(`  best ${maxCandidates}: ${mean} on average, ${(100 - (100 * mean) / all).toFixed(2)} % saved`);
  }
}

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}

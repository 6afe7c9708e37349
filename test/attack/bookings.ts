import { readFile } from 'node:fs/promises';
import { request, type Agent } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Project } from '../journeys/project.js';
import { tally } from './tally.js';

/** A project whose tool leaves one line for each booking. */
export const config = `
import { open } from 'node:fs/promises';
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

export default defineConfig({
  tools: [
    defineTool({
      id: 'book',
      description: 'Books something: one line for each booking',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      policy: { sideEffects: 'writes' },
      execute: async ({ id }) => {
        const file = await open('booked.txt', 'a');
        await file.writeFile(id + '\\n');
        await file.close();
        return { booked: id };
      },
    }),
  ],
  govern: { rateLimit: false, semaphore: { limit: 64 } },
  server: { port: 0 },
});
`;

/** Books under a key, and says whether the answer said that it was done. */
export function book(url: string, agent: Agent, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': id, 'x-session-id': 'kill-loop' };
    const sent = request(`${url}/v1/tools/book/call`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('error', () => resolve(false));
      answer.on('end', () => resolve(answer.statusCode === 200 && text.includes('"ok":true')));
    });
    sent.on('error', () => resolve(false));
    sent.end(JSON.stringify({ id }));
  });
}

interface Row {
  readonly rawInput: { readonly id: string };
}

/** Counts what was acknowledged, lost and done twice, and holds all of it to nothing lost and nothing doubled. */
export async function countBookings(project: Project, acknowledged: ReadonlySet<string>, attack: string) {
  const booked = (await readFile(join(project.folder, 'booked.txt'), 'utf8')).trim().split('\n');
  const verdict = await project.helve(['trail', 'verify']);
  expect([verdict.code, verdict.stderr]).toEqual([0, '']);
  const rowsOf = async (...flags: readonly string[]) => {
    const listed = await project.helve(['trail', 'ls', '--tool', 'book', '--limit', '1000000', '--json', ...flags]);
    return (JSON.parse(listed.stdout) as Row[]).map(({ rawInput }) => rawInput.id);
  };
  const [rows, unknown] = [await rowsOf(), await rowsOf('--unknown')];
  const recorded = new Set([...rows, ...unknown]);
  const effects = new Set(booked);
  const lost = [...acknowledged].filter((id) => !effects.has(id) || !recorded.has(id));
  const unrecorded = [...effects].filter((id) => !recorded.has(id));
  const doubled = booked.length - effects.size;
  const note = `${effects.size} effects, ${unknown.length} unknown`;
  tally({ attack, acknowledged: acknowledged.size, lost: lost.length, doubled, leaked: unrecorded.length, note });
  expect({ lost, doubled, unrecorded }).toEqual({ lost: [], doubled: 0, unrecorded: [] });
}

import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { createProject, urlOf } from '../journeys/project.js';
import { book, config, countBookings } from './bookings.js';
import { isLong } from './tally.js';

const lastsMs = isLong ? 30_000 : 1_000;
const clients = 8;

test('two servers on one store do once what both are asked for at the same time', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const urls = await Promise.all([0, 1].map(() => urlOf(project.start(['serve']))));
  const agent = new Agent({ keepAlive: true });
  const acknowledged = new Set<string>();
  const until = performance.now() + lastsMs;
  const client = async (name: number) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const id = `c${name}-${n}`;
      const answers = await Promise.all(urls.map((url) => book(url, agent, id)));
      if (answers.includes(true)) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  agent.destroy();
  await countBookings(project, acknowledged, 'two servers, every call to both');
  expect(acknowledged.size).toBeGreaterThan(clients);
});

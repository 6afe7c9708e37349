import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProject, urlOf } from '../journeys/project.js';
import { book, config, countBookings } from './bookings.js';
import { isLong } from './tally.js';

const rounds = isLong ? 60 : 3;
const clients = 16;

/** Sends every booking twice at once, as an impatient client does, until the server is gone. */
async function bookUntilGone(url: string, round: number, acknowledged: Set<string>, state: { gone: boolean }) {
  const agent = new Agent({ keepAlive: true });
  const client = async (name: number) => {
    for (let n = 0; !state.gone; n += 1) {
      const id = `r${round}-c${name}-${n}`;
      const answers = await Promise.all([book(url, agent, id), book(url, agent, id)]);
      if (answers.includes(true)) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  agent.destroy();
}

test(`a server that is killed ${rounds} times under load loses nothing, does nothing twice, and has a row for every effect`, async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const running = project.start(['serve']);
    const url = await urlOf(running);
    const state = { gone: false };
    void running.ended.then(() => (state.gone = true));
    const booking = bookUntilGone(url, round, acknowledged, state);
    await sleep(100 + Math.random() * 400);
    running.process.kill('SIGKILL');
    await running.ended;
    await booking;
  }
  await countBookings(project, acknowledged, `kill -9 × ${rounds} under load`);
  expect(acknowledged.size).toBeGreaterThan(rounds);
});

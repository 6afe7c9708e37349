import { createEngine, createLocalDispatcher } from '@helve/flow/engine';
import { aJob, aWorker, engineSuite } from '@helve/flow/testing';
import { openPostgresJournal } from '@helve/store';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { createDatabase } from '../../../../../test/postgres.js';
import { emptyEngine } from '../../testing/empty-engine.js';

describe('openPostgresJournal', needs('postgres'), () => {
  let connectionString = '';
  beforeAll(async () => {
    connectionString = await createDatabase();
    await (await openPostgresJournal({ connectionString })).close();
  });

  const emptied = () => emptyEngine(connectionString);
  const open = async () =>
    createEngine(await openPostgresJournal({ connectionString }), createLocalDispatcher(), { sweepMs: 1 });

  engineSuite('postgres', async () => {
    await emptied();
    return {
      leaseMs: 300,
      open,
      // Leases count by the clock of the server: the time has to pass.
      advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 20)),
      close: async () => undefined,
    };
  });

  test('M15 tells at once of what an engine elsewhere does', async () => {
    await emptied();
    const [engine, other] = [await open(), await open()];
    await engine.submit(aJob(1));
    const kinds: string[] = [];
    const following = (async () => {
      for await (const { kind } of engine.events('j1')) kinds.push(kind);
    })();
    const claim = await other.claim(aWorker(), 30_000, AbortSignal.timeout(10_000));
    if (claim !== undefined) await other.journal(claim, { kind: 'done', output: 1 });
    await following;
    expect(kinds).toEqual(['submitted', 'claimed', 'done', 'settled']);
    await Promise.all([engine.close(), other.close()]);
  });

  test('M13 many engines that share a job settle it once, with events without gaps', async () => {
    await emptied();
    const engines = await Promise.all([1, 2, 3].map(open));
    await engines[0]?.submit(aJob(60));
    await Promise.all(
      engines.map(async (engine, index) => {
        for (;;) {
          const claim = await engine.claim(aWorker(`w${index}`), 30_000);
          if (claim === undefined) return;
          await engine.journal(claim, { kind: 'step', key: 'k', output: claim.unit.id });
          await engine.journal(claim, { kind: 'done', output: claim.unit.id });
        }
      }),
    );
    const events = [];
    for await (const event of engines[0]?.events('j1') ?? []) events.push(event);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 182 }, (_, index) => index + 1));
    expect(events.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    await Promise.all(engines.map((engine) => engine.close()));
  });
});

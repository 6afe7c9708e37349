import type { ClaimAnswer, ClaimState, Delivery, EndAnswer, JournalTable, SweepAnswer } from '@helve/flow/engine';
import { leaseOwner } from '../../lease-owner.js';
import { connectPostgres, type PostgresStoreOptions } from '../connect-postgres.js';
import type { SqlValue } from '../connections.js';
import { addLines, listEvents, listFiles, listJobs, listLines, listQueues, listUnits, readJob } from './read-jobs.js';

const CHANNEL = 'helve_engine';

/**
 * Opens the journal of the engine in a Postgres database, which any number of machines may share. Times are those of
 * the database: it does not matter what the clocks of the machines say.
 *
 *     put · end · wake · steps with an effect       on the disk before anybody is told
 *     release · claim · beat · other steps · sweep  a crash of the database costs a repetition, nothing else
 */
export async function openPostgresJournal(options: PostgresStoreOptions): Promise<JournalTable> {
  const connections = await connectPostgres(options);
  const known = new Set<string>();
  const stops = new Set<() => Promise<void>>();
  let closing: Promise<void> | undefined;

  const ask = async <Answer>(call: string, ...values: readonly SqlValue[]): Promise<Answer> => {
    const row = await connections.once((runner) =>
      runner.first<{ answer: Answer }>(`SELECT ${call} AS answer`, values),
    );
    return row?.answer as Answer;
  };
  const know = async (worker: object): Promise<void> => {
    const facts = JSON.stringify(worker);
    if (known.has(facts)) return;
    await ask('helve.register_worker($1, $2)', facts, leaseOwner());
    known.add(facts);
  };

  return Object.freeze({
    scope: 'machines',
    put: (entry, queues) => ask('helve.journal_put($1, $2)', JSON.stringify(entry), JSON.stringify(queues)),
    async begin(entry, queues, holder) {
      await know(holder.worker);
      const values = [entry, queues, holder].map((value) => JSON.stringify(value));
      return (await ask<ClaimAnswer | null>('helve.journal_begin($1, $2, $3)', ...values)) ?? undefined;
    },
    queues: () => connections.once(listQueues),
    async release({ queues, room, worker }) {
      if (queues.length === 0 || room === 0) return [];
      if (worker !== undefined) await know(worker);
      return ask<readonly Delivery[]>('helve.journal_release($1, $2, $3)', queues, room, worker?.id ?? null);
    },
    async claim(requests) {
      for (const { worker } of requests) await know(worker);
      return (await ask<readonly (ClaimAnswer | null)[]>('helve.journal_claim($1)', JSON.stringify(requests))).map(
        (claim) => claim ?? undefined,
      );
    },
    step: (rows) =>
      ask<readonly boolean[]>(
        'helve.journal_step($1, $2)',
        JSON.stringify(rows),
        rows.some(({ effect }) => effect) ? 'f' : 't',
      ),
    end: (rows, queues) =>
      ask<readonly EndAnswer[]>('helve.journal_end($1, $2)', JSON.stringify(rows), JSON.stringify(queues)),
    beat: (claims) => {
      const facts = claims.map(({ job, unit, token, leaseMs }) => ({ job, unit: { id: unit.id }, token, leaseMs }));
      return ask<readonly ClaimState[]>('helve.journal_beat($1, $2)', JSON.stringify(facts), leaseOwner());
    },
    wake: async (change) => (await ask<number | null>('helve.journal_wake($1)', JSON.stringify(change))) ?? undefined,
    sweep: ({ resendMs, resendsSame, silentMs, keepMs }) =>
      ask<SweepAnswer>('helve.journal_sweep($1, $2, $3, $4)', resendMs, resendsSame ? 't' : 'f', silentMs, keepMs),
    job: (id) => connections.once((runner) => readJob(runner, id)),
    jobs: (filter) => connections.once((runner) => listJobs(runner, filter)),
    units: (job) => connections.once((runner) => listUnits(runner, job)),
    files: (job) => connections.once((runner) => listFiles(runner, job)),
    events: (job, afterSeq, limit) => connections.once((runner) => listEvents(runner, job, afterSeq, limit)),
    log: (rows) => connections.once((runner) => addLines(runner, rows)),
    logs: (job, afterSeq, limit) => connections.once((runner) => listLines(runner, job, afterSeq, limit)),
    watch(onChange) {
      const stop = connections.listen(CHANNEL, onChange);
      stops.add(stop);
      return () => void stop();
    },
    close() {
      closing ??= Promise.all([...stops].map((stop) => stop())).then(() => connections.close());
      return closing;
    },
  } satisfies JournalTable);
}

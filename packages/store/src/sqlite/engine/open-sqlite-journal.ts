import type { JournalTable, WorkerFacts } from '@helve/flow/engine';
import { bootId } from '../../process-identity.js';
import { readOptions } from '../../read-options.js';
import { leaseOwner } from '../../lease-owner.js';
import { createCheckpoints } from '../checkpoints.js';
import type { Connection } from '../connection.js';
import { connectFile, openFile, type SqliteFileOptions } from '../open-file.js';
import { assertLocalFile } from './assert-local-file.js';
import { claimFirst, claimUnit, releaseUnits } from './claim-units.js';
import { beatClaim, endUnit, recordStep } from './end-units.js';
import { engineMigrations } from './engine-schema.js';
import { machineClock, type JournalClock } from './journal-clock.js';
import { putJob, putQueues } from './put-job.js';
import { addLine, listEvents, listFiles, listJobs, listLines, listQueues, listUnits, readJob } from './read-jobs.js';
import { registerWorker } from './register-worker.js';
import { sweepUnits } from './sweep-units.js';
import { wakeJob } from './wake-job.js';
import { watchFile } from './watch-file.js';

export interface SqliteJournalOptions extends SqliteFileOptions {
  /** The clock of the machine unless given. */
  readonly clock?: JournalClock;
}

const engineFile = { table: 'helve_engine', steps: engineMigrations };

/** Characters of the log that one changed row is about. */
const ROW_CHARS = 1_000;

/**
 * Opens the journal of the engine in a SQLite file, which any number of processes of one machine share.
 *
 *     durable ─▶ put · end · wake · steps with an effect      on the disk before anybody is told
 *     quick   ─▶ release · claim · beat · other steps · sweep a power cut costs a repetition, nothing else
 */
export function openSqliteJournal(options: SqliteJournalOptions): JournalTable {
  const { path: rawPath } = readOptions(options, ['path', 'clock']);
  const { clock = machineClock } = options;
  const path = openFile({ path: rawPath });
  assertLocalFile(path);
  const durable = connectFile(path, 'FULL', engineFile);
  const quick = connectFile(path, 'NORMAL', engineFile);
  const checkpoints = createCheckpoints(quick);
  const boot = bootId();
  const known = new Set<string>();
  let closed = false;

  const know = (worker: WorkerFacts, connection: Connection = quick) => {
    const facts = JSON.stringify(worker);
    if (known.has(facts)) return;
    registerWorker(connection, worker, { boot, at: clock.wallMs() });
    known.add(facts);
  };
  const write = async <Result>(connection: Connection, rows: number, step: () => Result): Promise<Result> => {
    const result = await connection.write(step);
    checkpoints.wrote(rows * ROW_CHARS);
    return result;
  };

  return Object.freeze({
    scope: 'machine',
    put: (entry, queues) =>
      write(durable, entry.units.length + 2, () => putJob(durable, entry, queues, clock.wallMs())),
    begin: (entry, queues, holder) =>
      write(durable, entry.units.length + 2, () => {
        know(holder.worker, durable);
        return putJob(durable, entry, queues, clock.wallMs())
          ? claimFirst(durable, entry.id, holder, clock)
          : undefined;
      }),
    queues: () => quick.once(() => listQueues(quick)),
    release: (request) =>
      // Most looks find nothing, and nobody waits for the file then.
      quick
        .once(() => hasReady(quick, request.queues, clock.wallMs()))
        .then((isReady) => {
          if (!isReady) return [];
          return write(quick, request.room, () => {
            if (request.worker !== undefined) know(request.worker);
            return releaseUnits(quick, request, clock);
          });
        }),
    claim: (requests) =>
      write(quick, requests.length, () =>
        requests.map((request) => {
          know(request.worker);
          return claimUnit(quick, request, clock);
        }),
      ),
    step: (rows) => {
      const connection = rows.some(({ effect }) => effect) ? durable : quick;
      return write(connection, rows.length, () => rows.map((row) => recordStep(connection, row, clock)));
    },
    end: (rows, queues) =>
      write(durable, rows.length, () => {
        putQueues(durable, queues);
        return rows.map((row) => endUnit(durable, row, clock));
      }),
    beat: (claims) =>
      write(quick, claims.length, () => {
        quick.run('UPDATE worker SET beat_at = ? WHERE owner = ?', [clock.wallMs(), leaseOwner()]);
        return claims.map((claim) => beatClaim(quick, claim, clock));
      }),
    wake: (change) => write(durable, 1, () => wakeJob(durable, change, clock.wallMs())),
    sweep: (request) => write(quick, 1, () => sweepUnits(quick, request, clock, boot)),
    job: (id) => quick.read(() => readJob(quick, id)),
    jobs: (filter) => quick.read(() => listJobs(quick, filter)),
    units: (job) => quick.once(() => listUnits(quick, job)),
    files: (job) => quick.once(() => listFiles(quick, job)),
    events: (job, afterSeq, limit) => quick.once(() => listEvents(quick, job, afterSeq, limit)),
    log: (rows) =>
      write(quick, rows.length, () => {
        const at = clock.wallMs();
        for (const row of rows) addLine(quick, row, at);
      }),
    logs: (job, afterSeq, limit) => quick.once(() => listLines(quick, job, afterSeq, limit)),
    watch: (onChange) => watchFile(quick, onChange),
    async close() {
      if (closed) return;
      closed = true;
      await checkpoints.close();
      durable.close();
      quick.close();
    },
  } satisfies JournalTable);
}

function hasReady(connection: Connection, queues: readonly string[], at: number): boolean {
  const sql = `SELECT 1 FROM unit WHERE state = 'ready' AND queue = ? AND not_before <= ? LIMIT 1`;
  return queues.some((queue) => connection.first(sql, [queue, at]) !== undefined);
}

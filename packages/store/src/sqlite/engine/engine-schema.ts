/**
 * The journal of the engine in a file of its own.
 *
 *     job ── no ──▶ unit ── edge ──▶ the units behind it
 *      │             └──▶ step: what is not done again; of unit 0, the signals of the job
 *      ├──▶ event: numbered by `last_event` of the job, without gaps
 *      ├──▶ output: a path is committed once
 *      └──▶ log: lines of whoever works on it
 *
 * Leases count by the time since the machine started, everything else by the time of day.
 */
export const engineMigrations: readonly string[] = [
  `
  CREATE TABLE job (
    no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, tenant TEXT NOT NULL, user_id TEXT NOT NULL,
    build TEXT NOT NULL, priority INTEGER NOT NULL, keep_going INTEGER NOT NULL, retry TEXT NOT NULL,
    plan TEXT, data TEXT, traceparent TEXT, state TEXT NOT NULL,
    is_yielding INTEGER NOT NULL DEFAULT 0, is_cancelled INTEGER NOT NULL DEFAULT 0,
    units INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL DEFAULT 0, last_event INTEGER NOT NULL DEFAULT 0,
    submitted_at REAL NOT NULL, settled_at REAL, expires_at REAL, summary TEXT
  ) STRICT;
  CREATE INDEX job_open ON job (no) WHERE state IN ('running', 'paused');

  CREATE TABLE unit (
    job INTEGER NOT NULL, no INTEGER NOT NULL, id TEXT NOT NULL, input TEXT NOT NULL, after TEXT NOT NULL,
    needs TEXT NOT NULL, queue TEXT NOT NULL, priority INTEGER NOT NULL, state TEXT NOT NULL,
    delivery INTEGER NOT NULL DEFAULT 0, attempt INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0, blockers INTEGER NOT NULL DEFAULT 0,
    token TEXT, worker TEXT, lease_until REAL, sent_at REAL, not_before REAL NOT NULL DEFAULT 0,
    signal TEXT, error TEXT, output TEXT,
    PRIMARY KEY (job, no)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX unit_id ON unit (job, id);
  CREATE INDEX unit_ready ON unit (queue, priority DESC, job, no) WHERE state = 'ready';
  CREATE INDEX unit_out ON unit (worker) WHERE state IN ('sent', 'held');
  CREATE INDEX unit_waiting ON unit (not_before) WHERE state = 'waiting';

  CREATE TABLE edge (
    job INTEGER NOT NULL, before INTEGER NOT NULL, unit INTEGER NOT NULL, PRIMARY KEY (job, before, unit)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE step (
    job INTEGER NOT NULL, unit INTEGER NOT NULL, key TEXT NOT NULL, output TEXT NOT NULL,
    PRIMARY KEY (job, unit, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE event (
    job INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL, unit TEXT, data TEXT,
    PRIMARY KEY (job, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE output (
    job INTEGER NOT NULL, path TEXT NOT NULL, unit TEXT NOT NULL, token TEXT NOT NULL, blob TEXT NOT NULL,
    bytes INTEGER NOT NULL, PRIMARY KEY (job, path)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE queue (name TEXT PRIMARY KEY, build TEXT NOT NULL, needs TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE worker (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, boot TEXT NOT NULL, build TEXT NOT NULL, labels TEXT NOT NULL, name TEXT,
    started_at REAL NOT NULL, beat_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL, unit TEXT NOT NULL, worker TEXT NOT NULL,
    at REAL NOT NULL, level TEXT NOT NULL, message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX log_of_job ON log (job, seq);
  `,
];

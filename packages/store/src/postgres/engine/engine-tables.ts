/**
 * The tables of the engine's journal, in the schema `helve`.
 *
 *     job ── no ──▶ unit ── edge ──▶ the units behind it
 *      │             └──▶ step: what is not done again; of unit 0, the signals of the job
 *      ├──▶ event: numbered by `last_event` of the job, without gaps
 *      ├──▶ output: a path is committed once
 *      └──▶ log: lines of whoever works on it
 *
 * All times are the clock of the database. JSON is kept as text, in the order in which it was written.
 */
export const engineTables = `
  CREATE TABLE helve.job (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, kind text NOT NULL,
    tenant text NOT NULL, user_id text NOT NULL, build text NOT NULL, priority integer NOT NULL,
    keep_going boolean NOT NULL, retry text NOT NULL, plan text, data text, traceparent text,
    state text NOT NULL DEFAULT 'running', is_yielding boolean NOT NULL DEFAULT false,
    is_cancelled boolean NOT NULL DEFAULT false, units integer NOT NULL DEFAULT 0, open integer NOT NULL DEFAULT 0,
    last_event integer NOT NULL DEFAULT 0, submitted_at double precision NOT NULL, settled_at double precision,
    expires_at double precision, summary text
  );
  CREATE INDEX job_open ON helve.job (no) WHERE state IN ('running', 'paused');
  CREATE INDEX job_settled ON helve.job (settled_at) WHERE settled_at IS NOT NULL AND units > 0;

  CREATE TABLE helve.unit (
    job bigint NOT NULL, no integer NOT NULL, id text COLLATE "C" NOT NULL, input text NOT NULL, after text NOT NULL,
    needs text NOT NULL, queue text NOT NULL, priority integer NOT NULL, state text NOT NULL,
    delivery integer NOT NULL DEFAULT 0, attempt integer NOT NULL DEFAULT 0, failures integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0, blockers integer NOT NULL DEFAULT 0, token text, worker text,
    lease_until double precision, sent_at double precision, not_before double precision NOT NULL DEFAULT 0,
    signal text, error text, output text,
    PRIMARY KEY (job, no)
  );
  CREATE UNIQUE INDEX unit_id ON helve.unit (job, id);
  CREATE INDEX unit_ready ON helve.unit (queue, priority DESC, job, no) WHERE state = 'ready';
  CREATE INDEX unit_out ON helve.unit (worker) WHERE state IN ('sent', 'held');
  CREATE INDEX unit_sent ON helve.unit (queue) WHERE state = 'sent';
  CREATE INDEX unit_waiting ON helve.unit (not_before) WHERE state = 'waiting';

  CREATE TABLE helve.edge (
    job bigint NOT NULL, before integer NOT NULL, unit integer NOT NULL, PRIMARY KEY (job, before, unit)
  );
  CREATE INDEX edge_unit ON helve.edge (job, unit);
  CREATE TABLE helve.step (
    job bigint NOT NULL, unit integer NOT NULL, key text NOT NULL, output text NOT NULL, PRIMARY KEY (job, unit, key)
  );
  CREATE TABLE helve.event (
    job bigint NOT NULL, seq integer NOT NULL, kind text NOT NULL, at double precision NOT NULL, unit text, data text,
    PRIMARY KEY (job, seq)
  );
  CREATE TABLE helve.output (
    job bigint NOT NULL, path text NOT NULL, unit text NOT NULL, token text NOT NULL, blob text NOT NULL,
    bytes bigint NOT NULL, PRIMARY KEY (job, path)
  );
  CREATE TABLE helve.log (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint NOT NULL, unit text NOT NULL, worker text NOT NULL,
    at double precision NOT NULL, level text NOT NULL, message text NOT NULL
  );
  CREATE INDEX log_of_job ON helve.log (job, seq);

  CREATE TABLE helve.queue (name text PRIMARY KEY, build text NOT NULL, needs text NOT NULL);
  CREATE TABLE helve.worker (
    id text PRIMARY KEY, owner text NOT NULL, build text NOT NULL, labels text NOT NULL, name text,
    started_at double precision NOT NULL, beat_at double precision NOT NULL
  );
`;

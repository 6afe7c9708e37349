import { blobMigration } from '../blob/postgres/blob-migration.js';
import { engineMigration } from './engine/engine-migration.js';

/**
 * The steps from nothing to the current schema; the version of a database is the number of steps it has seen. A
 * released step never changes: changes are new steps at the end.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE helve.quota_entry (
    scope text NOT NULL, at_ms double precision NOT NULL, cost double precision NOT NULL,
    expires_at_ms double precision NOT NULL,
    PRIMARY KEY (scope, at_ms)
  );
  CREATE INDEX quota_entry_expires ON helve.quota_entry (expires_at_ms);

  CREATE TABLE helve.quota_bucket (
    scope text PRIMARY KEY, taken double precision NOT NULL, at_ms double precision NOT NULL,
    expires_at_ms double precision NOT NULL
  );
  CREATE INDEX quota_bucket_expires ON helve.quota_bucket (expires_at_ms);

  CREATE TABLE helve.counter (
    key text PRIMARY KEY, count integer NOT NULL, expires_at_ms double precision NOT NULL
  );
  CREATE INDEX counter_expires ON helve.counter (expires_at_ms);

  CREATE TABLE helve.lease (
    key text NOT NULL, holder text NOT NULL, expires_at_ms double precision NOT NULL,
    PRIMARY KEY (key, holder)
  );
  CREATE INDEX lease_expires ON helve.lease (expires_at_ms);

  CREATE TABLE helve.cache (
    key text PRIMARY KEY, value text NOT NULL, expires_at_ms double precision NOT NULL
  );
  CREATE INDEX cache_expires ON helve.cache (expires_at_ms);

  CREATE TABLE helve.idempotency (
    key text PRIMARY KEY, arguments_digest text NOT NULL, lease_ends_at_ms double precision NOT NULL,
    answer text, expires_at_ms double precision NOT NULL
  );
  CREATE INDEX idempotency_expires ON helve.idempotency (expires_at_ms);

  CREATE TABLE helve.consent (
    user_id text NOT NULL, tool_id text NOT NULL,
    granted_by text NOT NULL, granted_at_ms double precision NOT NULL,
    revoked_by text, revoked_at_ms double precision,
    PRIMARY KEY (user_id, tool_id)
  );

  CREATE TABLE helve.result (
    key text PRIMARY KEY, total integer NOT NULL, expires_at_ms double precision NOT NULL
  );
  CREATE INDEX result_expires ON helve.result (expires_at_ms);
  CREATE TABLE helve.result_piece (
    key text NOT NULL REFERENCES helve.result ON DELETE CASCADE, start integer NOT NULL, text text NOT NULL,
    PRIMARY KEY (key, start)
  );

  CREATE TABLE helve.approval (
    id text PRIMARY KEY, token_hash text NOT NULL UNIQUE, user_id text NOT NULL, session_id text,
    created_at_ms double precision NOT NULL, expires_at_ms double precision NOT NULL, request text NOT NULL,
    state text NOT NULL, decided_by text, decided_at_ms double precision, spent_by text
  );
  CREATE INDEX approval_expires ON helve.approval (expires_at_ms);
  CREATE INDEX approval_pending ON helve.approval (user_id, session_id) WHERE state = 'pending';

  CREATE TABLE helve.trail (
    seq bigint PRIMARY KEY, request_id text NOT NULL, tool_id text NOT NULL, user_id text NOT NULL, session_id text,
    outcome text NOT NULL, record text NOT NULL, previous_hash text NOT NULL, hash text NOT NULL
  );
  CREATE INDEX trail_request ON helve.trail (request_id, seq);
  CREATE INDEX trail_tool ON helve.trail (tool_id, seq);
  CREATE INDEX trail_user ON helve.trail (user_id, seq);
  CREATE INDEX trail_session ON helve.trail (session_id, seq);
  CREATE TABLE helve.trail_head (
    id integer PRIMARY KEY CHECK (id = 1), hash text NOT NULL, count bigint NOT NULL
  );
  `,
  `ALTER TABLE helve.idempotency ADD COLUMN holder text NOT NULL DEFAULT ''`,
  `
  CREATE TABLE IF NOT EXISTS helve.session (
    id text PRIMARY KEY, revision integer NOT NULL, record text NOT NULL, expires_at_ms double precision NOT NULL
  );
  CREATE INDEX IF NOT EXISTS session_expires ON helve.session (expires_at_ms);
  `,
  `
  CREATE TABLE helve.instance (id text PRIMARY KEY, record text NOT NULL);

  CREATE TABLE helve.measurement (
    instance_id text NOT NULL, config_hash text NOT NULL, totals text NOT NULL,
    PRIMARY KEY (instance_id, config_hash)
  );

  CREATE TABLE helve.journal (
    seq bigint PRIMARY KEY, kind text NOT NULL,
    instance_id text, session text, job_id text, run_id text, call_id text, text text NOT NULL
  );
  CREATE INDEX journal_instance ON helve.journal (instance_id, seq);
  CREATE INDEX journal_job ON helve.journal (job_id, seq);
  CREATE INDEX journal_run ON helve.journal (run_id, seq);
  CREATE INDEX journal_call ON helve.journal (call_id, seq);

  CREATE TABLE helve.diagnostics (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at_ms double precision NOT NULL, source text NOT NULL,
    level integer NOT NULL, instance_id text, session text, job_id text, run_id text, call_id text,
    start_bytes bigint NOT NULL, end_bytes bigint NOT NULL, text text NOT NULL
  );
  CREATE INDEX diagnostics_instance ON helve.diagnostics (instance_id, seq);
  CREATE INDEX diagnostics_job ON helve.diagnostics (job_id, seq);
  CREATE INDEX diagnostics_call ON helve.diagnostics (call_id, seq);
  `,
  `
  CREATE TABLE helve.block_row (
    kind text NOT NULL, document text NOT NULL, block_id text NOT NULL, revision integer NOT NULL,
    place bigint NOT NULL UNIQUE, record_hash text NOT NULL, content_hash text, json text NOT NULL,
    PRIMARY KEY (kind, document, block_id, revision)
  );
  CREATE INDEX block_row_listed ON helve.block_row (kind, document COLLATE "C", place);
  CREATE INDEX block_row_content ON helve.block_row (content_hash) WHERE content_hash IS NOT NULL;
  CREATE TABLE helve.block_cache (key text PRIMARY KEY, revision integer NOT NULL, json text NOT NULL);
  CREATE TABLE helve.block_revision (
    revision integer PRIMARY KEY, committed_at text NOT NULL, documents text NOT NULL, blocks integer NOT NULL
  );
  `,
  `
  CREATE TABLE helve.tm_memory (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    revision bigint NOT NULL, entries bigint NOT NULL
  );
  CREATE TABLE helve.tm_locale (
    memory integer NOT NULL REFERENCES helve.tm_memory, tag text NOT NULL, keys bigint NOT NULL, entries bigint NOT NULL,
    PRIMARY KEY (memory, tag)
  );
  CREATE TABLE helve.tm_project (
    memory integer NOT NULL REFERENCES helve.tm_memory, project text NOT NULL, entries bigint NOT NULL,
    PRIMARY KEY (memory, project)
  );
  CREATE TABLE helve.tm_entry (
    memory integer NOT NULL REFERENCES helve.tm_memory, id text COLLATE "C" NOT NULL, json text NOT NULL,
    PRIMARY KEY (memory, id)
  );
  CREATE TABLE helve.tm_key (
    memory integer NOT NULL, locale text NOT NULL, number integer NOT NULL, entry text COLLATE "C" NOT NULL,
    tiers integer NOT NULL, hash bigint NOT NULL, text text NOT NULL,
    PRIMARY KEY (memory, locale, number)
  );
  CREATE INDEX tm_key_hash ON helve.tm_key (memory, locale, hash);
  CREATE INDEX tm_key_entry ON helve.tm_key (memory, entry);
  CREATE TABLE helve.tm_deleted (
    memory integer NOT NULL, locale text NOT NULL, number integer NOT NULL, PRIMARY KEY (memory, locale, number)
  );
  CREATE TABLE helve.tm_block (
    memory integer NOT NULL, locale text NOT NULL, block integer NOT NULL, lengths bytea NOT NULL,
    PRIMARY KEY (memory, locale, block)
  );
  CREATE TABLE helve.tm_posting (
    memory integer NOT NULL, locale text NOT NULL, block integer NOT NULL, gram_group integer NOT NULL,
    items bytea NOT NULL,
    PRIMARY KEY (memory, locale, block, gram_group)
  );
  CREATE TABLE helve.tm_session (
    memory integer NOT NULL REFERENCES helve.tm_memory, id text NOT NULL, place bigint GENERATED ALWAYS AS IDENTITY,
    started_at text NOT NULL, json text NOT NULL,
    PRIMARY KEY (memory, id)
  );
  `,
  `
  CREATE TABLE helve.api_key (
    id text PRIMARY KEY, record text NOT NULL, created_at_ms double precision NOT NULL,
    revoked_at_ms double precision, last_used_at_ms double precision
  );
  `,
  `
  ALTER TABLE helve.trail ADD COLUMN owner text;
  CREATE INDEX trail_owner ON helve.trail (owner, seq);
  `,
  `
  ALTER TABLE helve.trail ADD COLUMN intent_id text;
  CREATE INDEX trail_intent ON helve.trail (intent_id) WHERE intent_id IS NOT NULL;
  CREATE INDEX trail_unknown ON helve.trail (seq) WHERE outcome = 'unknown';
  `,
  `
  DROP TABLE helve.approval;
  CREATE TABLE helve.approval (
    id text PRIMARY KEY, token_hash text NOT NULL UNIQUE, owner text NOT NULL, session_id text,
    created_at_ms double precision NOT NULL, expires_at_ms double precision NOT NULL,
    state text NOT NULL, record text NOT NULL
  );
  CREATE INDEX approval_expires ON helve.approval (expires_at_ms);
  CREATE INDEX approval_pending ON helve.approval (owner, session_id) WHERE state = 'pending';
  `,
  `ALTER TABLE helve.trail_head ADD COLUMN signature text`,
  `
  DROP TABLE helve.lease;
  CREATE TABLE helve.lease (
    key text NOT NULL, holder text NOT NULL, lease_ms double precision NOT NULL,
    expires_at_ms double precision NOT NULL, owner text NOT NULL,
    PRIMARY KEY (key, holder)
  );
  CREATE INDEX lease_expires ON helve.lease (expires_at_ms);
  `,
  `
  DROP TABLE helve.session;
  CREATE TABLE helve.session (
    id text PRIMARY KEY, owner text NOT NULL, revision integer NOT NULL, record text NOT NULL,
    expires_at_ms double precision NOT NULL
  );
  CREATE INDEX session_expires ON helve.session (expires_at_ms);
  CREATE INDEX session_owner ON helve.session (owner, expires_at_ms);
  `,
  engineMigration,
  blobMigration,
];

/**
 * The steps from nothing to the current schema; the version of a file is the number of steps it has seen. A released
 * step never changes: changes are new steps at the end.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE quota_entry (
    scope TEXT NOT NULL, at_ms REAL NOT NULL, cost REAL NOT NULL, expires_at_ms REAL NOT NULL,
    PRIMARY KEY (scope, at_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quota_entry_expires ON quota_entry (expires_at_ms);

  CREATE TABLE quota_bucket (
    scope TEXT PRIMARY KEY, taken REAL NOT NULL, at_ms REAL NOT NULL, expires_at_ms REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quota_bucket_expires ON quota_bucket (expires_at_ms);

  CREATE TABLE counter (
    key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at_ms REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX counter_expires ON counter (expires_at_ms);

  CREATE TABLE lease (
    key TEXT NOT NULL, holder TEXT NOT NULL, expires_at_ms REAL NOT NULL,
    PRIMARY KEY (key, holder)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lease_expires ON lease (expires_at_ms);

  CREATE TABLE cache (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX cache_expires ON cache (expires_at_ms);

  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY, arguments_digest TEXT NOT NULL, lease_ends_at_ms REAL NOT NULL,
    answer TEXT, expires_at_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX idempotency_expires ON idempotency (expires_at_ms);

  CREATE TABLE consent (
    user_id TEXT NOT NULL, tool_id TEXT NOT NULL,
    granted_by TEXT NOT NULL, granted_at_ms REAL NOT NULL, revoked_by TEXT, revoked_at_ms REAL,
    PRIMARY KEY (user_id, tool_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE result (
    key TEXT PRIMARY KEY, total INTEGER NOT NULL, expires_at_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX result_expires ON result (expires_at_ms);
  CREATE TABLE result_piece (
    key TEXT NOT NULL REFERENCES result ON DELETE CASCADE, start INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (key, start)
  ) STRICT;

  CREATE TABLE approval (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, session_id TEXT,
    created_at_ms REAL NOT NULL, expires_at_ms REAL NOT NULL, request TEXT NOT NULL,
    state TEXT NOT NULL, decided_by TEXT, decided_at_ms REAL, spent_by TEXT
  ) STRICT;
  CREATE INDEX approval_expires ON approval (expires_at_ms);
  CREATE INDEX approval_pending ON approval (user_id, session_id) WHERE state = 'pending';

  CREATE TABLE trail (
    seq INTEGER PRIMARY KEY, request_id TEXT NOT NULL, tool_id TEXT NOT NULL, user_id TEXT NOT NULL, session_id TEXT,
    outcome TEXT NOT NULL, record TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX trail_request ON trail (request_id);
  CREATE INDEX trail_tool ON trail (tool_id);
  CREATE INDEX trail_user ON trail (user_id);
  CREATE INDEX trail_session ON trail (session_id);
  CREATE TABLE trail_head (
    id INTEGER PRIMARY KEY CHECK (id = 1), hash TEXT NOT NULL, count INTEGER NOT NULL
  ) STRICT;
  `,
  `ALTER TABLE idempotency ADD COLUMN holder TEXT NOT NULL DEFAULT ''`,
  `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, revision INTEGER NOT NULL, record TEXT NOT NULL, expires_at_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS session_expires ON session (expires_at_ms);
  `,
  `
  CREATE TABLE instance (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;

  CREATE TABLE measurement (
    instance_id TEXT NOT NULL, config_hash TEXT NOT NULL, totals TEXT NOT NULL,
    PRIMARY KEY (instance_id, config_hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL,
    instance_id TEXT, session TEXT, job_id TEXT, run_id TEXT, call_id TEXT, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_instance ON journal (instance_id);
  CREATE INDEX journal_job ON journal (job_id);
  CREATE INDEX journal_run ON journal (run_id);
  CREATE INDEX journal_call ON journal (call_id);

  CREATE TABLE diagnostics (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms REAL NOT NULL, source TEXT NOT NULL, level INTEGER NOT NULL,
    instance_id TEXT, session TEXT, job_id TEXT, run_id TEXT, call_id TEXT,
    start_bytes INTEGER NOT NULL, end_bytes INTEGER NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX diagnostics_instance ON diagnostics (instance_id);
  CREATE INDEX diagnostics_job ON diagnostics (job_id);
  CREATE INDEX diagnostics_call ON diagnostics (call_id);
  `,
  `
  CREATE TABLE block_row (
    kind TEXT NOT NULL, document TEXT NOT NULL, block_id TEXT NOT NULL, revision INTEGER NOT NULL,
    place INTEGER NOT NULL, record_hash TEXT NOT NULL, content_hash TEXT, json TEXT NOT NULL,
    PRIMARY KEY (kind, document, block_id, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX block_row_place ON block_row (place);
  CREATE INDEX block_row_listed ON block_row (kind, document, place);
  CREATE INDEX block_row_content ON block_row (content_hash) WHERE content_hash IS NOT NULL;
  CREATE TABLE block_cache (key TEXT PRIMARY KEY, revision INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE block_revision (
    revision INTEGER PRIMARY KEY, committed_at TEXT NOT NULL, documents TEXT NOT NULL, blocks INTEGER NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, record TEXT NOT NULL, created_at_ms REAL NOT NULL, revoked_at_ms REAL, last_used_at_ms REAL
  ) STRICT;
  `,
  `
  ALTER TABLE trail ADD COLUMN owner TEXT;
  CREATE INDEX trail_owner ON trail (owner, seq);
  `,
  `
  ALTER TABLE trail ADD COLUMN intent_id TEXT;
  CREATE INDEX trail_intent ON trail (intent_id) WHERE intent_id IS NOT NULL;
  CREATE INDEX trail_unknown ON trail (seq) WHERE outcome = 'unknown';
  `,
  `
  DROP TABLE approval;
  CREATE TABLE approval (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, session_id TEXT,
    created_at_ms REAL NOT NULL, expires_at_ms REAL NOT NULL, state TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX approval_expires ON approval (expires_at_ms);
  CREATE INDEX approval_pending ON approval (owner, session_id) WHERE state = 'pending';
  `,
  `ALTER TABLE trail_head ADD COLUMN signature TEXT`,
  `
  DROP TABLE lease;
  CREATE TABLE lease (
    key TEXT NOT NULL, holder TEXT NOT NULL, lease_ms REAL NOT NULL, expires_at_ms REAL NOT NULL, owner TEXT NOT NULL,
    PRIMARY KEY (key, holder)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lease_expires ON lease (expires_at_ms);
  `,
  `
  DROP TABLE session;
  CREATE TABLE session (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, revision INTEGER NOT NULL, record TEXT NOT NULL,
    expires_at_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX session_expires ON session (expires_at_ms);
  CREATE INDEX session_owner ON session (owner, expires_at_ms);
  `,
];

import Database from 'libsql';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS node (id TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS edge (
    source TEXT NOT NULL REFERENCES node, target TEXT NOT NULL REFERENCES node, kind TEXT NOT NULL,
    PRIMARY KEY (source, target, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS edge_target ON edge (target);
`;

const OUT = 'SELECT target AS id, kind FROM edge WHERE source = ?1';
const IN = 'SELECT source AS id, kind FROM edge WHERE target = ?1';
const ways = { out: OUT, in: IN, both: `${OUT} UNION ${IN}` } as const;

export interface Neighbour {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
}

/** The two tables of a graph. */
export class GraphFile {
  readonly #database: Database.Database;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.exec(SCHEMA);
  }

  addNode(id: string, label: string): void {
    const sql = 'INSERT INTO node VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET label = excluded.label';
    this.#database.prepare(sql).run([id, label]);
  }

  /** False if it was there. */
  addEdge(from: string, to: string, kind: string): boolean {
    return this.#database.prepare('INSERT OR IGNORE INTO edge VALUES (?, ?, ?)').run([from, to, kind]).changes > 0;
  }

  hasNode(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM node WHERE id = ?').all([id]).length > 0;
  }

  neighbours(id: string, direction: keyof typeof ways): Neighbour[] {
    const sql = `SELECT DISTINCT node.id, label, kind FROM (${ways[direction]}) AS way
      JOIN node ON node.id = way.id ORDER BY node.id, kind`;
    return this.#database.prepare(sql).all([id]) as Neighbour[];
  }

  targetsOf(id: string): string[] {
    const sql = 'SELECT DISTINCT target FROM edge WHERE source = ? ORDER BY target';
    return (this.#database.prepare(sql).all([id]) as { target: string }[]).map(({ target }) => target);
  }

  close(): void {
    this.#database.close();
  }
}

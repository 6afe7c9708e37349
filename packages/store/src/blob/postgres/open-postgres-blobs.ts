import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BlobStore } from '@helve/flow/engine';
import { connectPostgres, type PostgresStoreOptions } from '../../postgres/connect-postgres.js';
import { storeErrors } from '../../store-errors.js';
import { blobUnknown, isBlobName } from '../blob-name.js';
import { hashPieces } from '../hash-pieces.js';

const PIECE_BYTES = 1024 * 1024;
/** Larger ones belong into a folder or an object store: a database is backed up with all that it holds. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Pieces that were begun so long ago, and whose blob was never finished, belong to processes that have ended. */
const LEFT = `interval '1 hour'`;

/** A blob store in a database, which is closed when nobody needs it any more. */
export interface PostgresBlobStore extends BlobStore {
  close(): Promise<void>;
}

/** Opens a blob store in a Postgres database, for blobs of up to 64 MiB. */
export async function openPostgresBlobs(options: PostgresStoreOptions): Promise<PostgresBlobStore> {
  const connections = await connectPostgres(options);
  await connections.once((runner) =>
    runner.run(
      `DELETE FROM helve.blob_piece WHERE draft IN (
         SELECT draft FROM helve.blob_piece AS first WHERE number = 1 AND begun_at < now() - ${LEFT}
           AND NOT EXISTS (SELECT FROM helve.blob WHERE blob.draft = first.draft)
       )`,
    ),
  );

  const forget = (draft: string) =>
    connections.once((runner) => runner.run('DELETE FROM helve.blob_piece WHERE draft = $1', [draft]));

  async function* read(draft: string, offset: number): AsyncGenerator<Uint8Array> {
    for (let number = Math.floor(offset / PIECE_BYTES) + 1; ; number += 1) {
      const piece = await connections.once((runner) =>
        runner.first<{ bytes: Uint8Array }>('SELECT bytes FROM helve.blob_piece WHERE draft = $1 AND number = $2', [
          draft,
          number,
        ]),
      );
      if (piece === undefined) return;
      const from = Math.max(0, offset - (number - 1) * PIECE_BYTES);
      if (from < piece.bytes.length) yield piece.bytes.subarray(from);
    }
  }

  return Object.freeze({
    async put(bytes) {
      const draft = randomUUID();
      try {
        const facts = await hashPieces(bytes, PIECE_BYTES, async (piece, number) => {
          if (number * PIECE_BYTES > MAX_BYTES) throw tooLarge();
          const sql = 'INSERT INTO helve.blob_piece (draft, number, bytes) VALUES ($1, $2, $3)';
          await connections.once((runner) => runner.run(sql, [draft, number, piece]));
        });
        const sql = `INSERT INTO helve.blob (sha256, draft, size) VALUES ($1, $2, $3)
          ON CONFLICT (sha256) DO UPDATE SET stored_at = now() RETURNING draft`;
        const kept = await connections.once((runner) =>
          runner.first<{ draft: string }>(sql, [facts.sha256, draft, facts.size]),
        );
        if (kept?.draft !== draft) await forget(draft);
        return facts;
      } catch (error) {
        // If this fails too, a later opening sweeps: the first error says why.
        await forget(draft).catch(() => undefined);
        throw error;
      }
    },
    async open(sha256, { offset = 0 } = {}) {
      const found = isBlobName(sha256)
        ? await connections.once((runner) =>
            runner.first<{ draft: string }>('SELECT draft FROM helve.blob WHERE sha256 = $1', [sha256]),
          )
        : undefined;
      if (found === undefined) throw blobUnknown(sha256);
      return Readable.from(read(found.draft, offset), { objectMode: false });
    },
    async has(blobs) {
      const sql = 'SELECT sha256 FROM helve.blob WHERE sha256 = ANY ($1)';
      const rows = await connections.once((runner) => runner.all<{ sha256: string }>(sql, [blobs.filter(isBlobName)]));
      return new Set(rows.map((row) => row.sha256));
    },
    async drop(blobs) {
      const sql = `WITH gone AS (DELETE FROM helve.blob WHERE sha256 = ANY ($1) RETURNING draft)
        DELETE FROM helve.blob_piece WHERE draft IN (SELECT draft FROM gone)`;
      await connections.once((runner) => runner.run(sql, [blobs.filter(isBlobName)]));
    },
    close: () => connections.close(),
  } satisfies PostgresBlobStore);
}

function tooLarge(): Error {
  return storeErrors.create('STORE_BLOB_TOO_LARGE', { mebibytes: MAX_BYTES / (1024 * 1024) });
}

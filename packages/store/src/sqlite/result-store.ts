import type { ResultStore } from '@helve/govern';
import { firstChunkStart, joinChunks, resultKey, toChunks, type TextChunk } from '../text-chunks.js';
import { createSweeper } from '../sweeper.js';
import type { Connection } from './connection.js';
import { sweep } from './sweep.js';

export function createResultStore(connection: Connection): ResultStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    put: (handle, owner, text, ttlMs, nowMs) =>
      connection.write(() => {
        if (isTimeToSweep()) sweep(connection, 'result', 'key', nowMs);
        const key = resultKey(handle, owner);
        connection.run('DELETE FROM result WHERE key = ?', [key]);
        connection.run('INSERT INTO result VALUES (?, ?, ?)', [key, text.length, nowMs + ttlMs]);
        for (const piece of toChunks(text)) {
          connection.run('INSERT INTO result_piece VALUES (?, ?, ?)', [key, piece.start, piece.text]);
        }
      }),
    read: (handle, owner, offset, length, nowMs) =>
      connection.once(() => {
        const key = resultKey(handle, owner);
        const sql = 'SELECT total FROM result WHERE key = ? AND expires_at_ms > ?';
        const found = connection.first<{ total: number }>(sql, [key, nowMs]);
        if (found === undefined) return undefined;
        const pieces = connection.all<TextChunk>(
          'SELECT start, text FROM result_piece WHERE key = ? AND start >= ? AND start < ? ORDER BY start',
          [key, firstChunkStart(offset), offset + length],
        );
        return { text: joinChunks(pieces, offset, length), total: found.total };
      }),
  } satisfies ResultStore);
}

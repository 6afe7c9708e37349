import type { ResultStore } from '@helve/govern';
import { firstChunkStart, joinChunks, resultKey, toChunks, type TextChunk } from '../text-chunks.js';
import { createSweeper } from '../sweeper.js';
import { lockNames, type Connections } from './connections.js';
import { sweep } from './sweep.js';

export function createResultStore(connections: Connections): ResultStore {
  const isTimeToSweep = createSweeper();
  return Object.freeze({
    put: (handle, owner, text, ttlMs, nowMs) =>
      connections.write(async (runner) => {
        const key = resultKey(handle, owner);
        const pieces = toChunks(text);
        await lockNames(runner, [`result ${key}`]);
        if (isTimeToSweep()) await sweep(runner, 'result', 'key', nowMs);
        await runner.run('DELETE FROM helve.result WHERE key = $1', [key]);
        await runner.run('INSERT INTO helve.result VALUES ($1, $2, $3)', [key, text.length, nowMs + ttlMs]);
        await runner.run('INSERT INTO helve.result_piece SELECT $1, * FROM unnest($2::integer[], $3::text[])', [
          key,
          pieces.map(({ start }) => start),
          pieces.map((piece) => piece.text),
        ]);
      }),
    read: (handle, owner, offset, length, nowMs) =>
      connections.write(async (runner) => {
        const key = resultKey(handle, owner);
        // Locked until the chunks are read, so that all belong to one text.
        const sql = 'SELECT total FROM helve.result WHERE key = $1 AND expires_at_ms > $2 FOR SHARE';
        const found = await runner.first<{ total: number }>(sql, [key, nowMs]);
        if (found === undefined) return undefined;
        const pieces = await runner.all<TextChunk>(
          'SELECT start, text FROM helve.result_piece WHERE key = $1 AND start >= $2 AND start < $3 ORDER BY start',
          [key, Math.min(firstChunkStart(offset), found.total), Math.min(offset + length, found.total)],
        );
        return { text: joinChunks(pieces, offset, length), total: found.total };
      }),
  } satisfies ResultStore);
}

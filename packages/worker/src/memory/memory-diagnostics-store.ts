import { frozenCopy } from '@helve/core';
import {
  diagnosticLevels,
  type DiagnosticFilter,
  type DiagnosticsStore,
  type StoredDiagnosticLine,
} from '../port/diagnostics-store.js';
import { matchesIds, newest } from './matches-filter.js';

/** Smaller than the limit on disk. */
const MAX_BYTES = 16 * 1_024 * 1_024;

interface Shelved {
  readonly line: StoredDiagnosticLine;
  readonly bytes: number;
}

/** Creates a store of diagnostics in memory, limited in size. */
export function createMemoryDiagnosticsStore(options: { readonly maxBytes?: number } = {}): DiagnosticsStore {
  const { maxBytes = MAX_BYTES } = options;
  let shelf: Shelved[] = [];
  let total = 0;
  let seq = 0;

  function keepFrom(index: number): number {
    for (const { bytes } of shelf.slice(0, index)) total -= bytes;
    shelf = shelf.slice(index);
    return index;
  }

  function dropUntilSmall(limit: number): number {
    let excess = total - limit;
    let index = 0;
    for (; excess > 0 && index < shelf.length; index += 1) excess -= shelf[index]?.bytes ?? 0;
    return keepFrom(index);
  }

  return {
    async append(lines) {
      for (const line of lines) {
        const bytes = Buffer.byteLength(JSON.stringify(line));
        shelf.push({ line: frozenCopy({ ...line, seq: (seq += 1) }), bytes });
        total += bytes;
      }
      // Exceeding the limit by a quarter is tolerated, so that not every line moves all others.
      if (total > maxBytes * 1.25) dropUntilSmall(maxBytes);
    },
    async read(filter = {}) {
      const found = shelf.map(({ line }) => line).filter((line) => matches(line, filter));
      return newest(found, filter.last);
    },
    async prune({ maxAgeMs, maxBytes: limit }, nowMs) {
      const fresh = shelf.findIndex(({ line }) => line.atMs > nowMs - maxAgeMs);
      return keepFrom(fresh === -1 ? shelf.length : fresh) + dropUntilSmall(limit);
    },
  };
}

function matches(line: StoredDiagnosticLine, filter: DiagnosticFilter): boolean {
  const { sources, minLevel } = filter;
  if (sources !== undefined && !sources.includes(line.source)) return false;
  if (minLevel !== undefined && diagnosticLevels.indexOf(line.level) < diagnosticLevels.indexOf(minLevel)) return false;
  return matchesIds(line, filter);
}

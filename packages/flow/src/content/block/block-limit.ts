import type { Block } from '../../contract/block.js';
import type { Run, Runs } from '../../contract/run.js';
import { flowErrors } from '../../flow-errors.js';
import { units } from '../run/units.js';

/** The most that one block may hold. */
export const blockLimits = Object.freeze({ textBytes: 16 * 1024 * 1024, runs: 100_000, spans: 10_000 });

/** Refuses a block of which one side has too much text or too many runs, or one overlay too many spans. */
export function assertBlockLimits(block: Block): void {
  assertContentLimits(block.id, block.source);
  for (const { runs } of Object.values(block.targets)) assertContentLimits(block.id, runs);
  for (const { spans } of block.overlays) {
    if (spans.length > blockLimits.spans)
      throw tooMuch(block.id, spans.length, 'spans in one overlay', blockLimits.spans);
  }
}

/** Refuses content with too much text or too many runs; all forms count. */
export function assertContentLimits(blockId: string, runs: Runs): void {
  const size = { runs: 0, textUnits: 0 };
  addSize(runs, size);
  if (size.runs > blockLimits.runs) throw tooMuch(blockId, size.runs, 'runs', blockLimits.runs);
  // A unit of UTF-16 is three bytes at most, so nearly every text is known to fit without being measured.
  if (size.textUnits * 3 <= blockLimits.textBytes) return;
  const bytes = byteLength(runs);
  if (bytes > blockLimits.textBytes) throw tooMuch(blockId, bytes, 'bytes of text', blockLimits.textBytes);
}

function addSize(runs: Runs, size: { runs: number; textUnits: number }): void {
  size.runs += runs.length;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] as Run;
    if (run.kind === 'text') size.textUnits += run.text.length;
    else if (run.kind === 'plural') addSizes(run.forms, size);
    else if (run.kind === 'select') addSizes(run.cases, size);
  }
}

function addSizes(
  forms: { readonly [key: string]: Runs | undefined },
  size: { runs: number; textUnits: number },
): void {
  for (const key in forms) addSize(forms[key] ?? [], size);
}

function byteLength(runs: Runs): number {
  let bytes = 0;
  for (const unit of units(runs)) {
    for (const run of unit.runs) if (run.kind === 'text') bytes += new TextEncoder().encode(run.text).length;
  }
  return bytes;
}

function tooMuch(block: string, size: number, unit: string, limit: number): Error {
  return flowErrors.create('FLOW_LIMIT', { block, size, unit, limit });
}

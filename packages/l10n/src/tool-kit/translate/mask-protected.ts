import { OverlayType, overlayOf, unitText, type Block, type Run, type Runs } from '@helve/flow';
import { blockSides, normaliseRuns, sliceUnit, unitAt, type SegmentToTranslate } from '@helve/flow/content';
import { isWordless } from '../../dialect/is-wordless.js';
import type { TextRange } from '../../text/text-range.js';
import { protectedText } from '../protected-text.js';

/** A text whose protected parts cannot be changed. */
export interface MaskedUnit {
  readonly runs: Runs;
  /** True when nothing is left to translate. */
  readonly empty: boolean;
  /** Restores the protected text. */
  restore(runs: Runs): Runs;
}

/** Replaces each protected range of a text with a code, so that it must come back unchanged. */
export function maskProtected(block: Block, { source, sourcePath: path, start }: SegmentToTranslate): MaskedUnit {
  const spans = overlayOf(block, OverlayType.OverlayProtected, null)?.spans ?? [];
  if (spans.length === 0) return { runs: source, empty: isWordless(source), restore: (runs) => runs };
  const before = unitText(sliceUnit(unitAt(block.source, path) ?? [], 0, start)).length;
  const ranges = protectedText(blockSides(block), { side: null, path }).map((range) => ({
    start: range.start - before,
    end: range.end - before,
  }));
  const texts = new Map<string, string>();
  const ids = new Set(source.flatMap((run) => ('id' in run ? [run.id] : [])));
  const mask = (text: string): Run => {
    const id = freshId(ids);
    texts.set(id, text);
    return { kind: 'ph', id, type: 'code:placeholder', data: text };
  };
  const runs = normaliseRuns(maskRuns(source, ranges, mask));
  const restore = (made: Runs) =>
    normaliseRuns(made.map((run) => (run.kind === 'ph' ? (textFor(run.id, texts) ?? run) : run)));
  return { runs, empty: isWordless(runs), restore };
}

function textFor(id: string, texts: ReadonlyMap<string, string>): Run | undefined {
  const text = texts.get(id);
  return text === undefined ? undefined : { kind: 'text', text };
}

function freshId(ids: Set<string>): string {
  let turn = ids.size;
  while (ids.has(`p${turn}`)) turn += 1;
  ids.add(`p${turn}`);
  return `p${turn}`;
}

function maskRuns(source: Runs, ranges: readonly TextRange[], mask: (text: string) => Run): Run[] {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  let before = 0;
  return source.flatMap((run): Run[] => {
    if (run.kind !== 'text') return [run];
    const pieces: Run[] = [];
    let at = 0;
    for (const { start, end } of sorted) {
      const [from, to] = [Math.max(at, start - before), Math.min(run.text.length, end - before)];
      if (from >= to) continue;
      if (from > at) pieces.push({ kind: 'text', text: run.text.slice(at, from) });
      pieces.push(mask(run.text.slice(from, to)));
      at = to;
    }
    if (at < run.text.length) pieces.push({ kind: 'text', text: run.text.slice(at) });
    before += run.text.length;
    return pieces;
  });
}

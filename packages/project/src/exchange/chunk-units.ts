import { sourceText, type Block } from '@helve/flow';
import { countWords, readPartId, type PartsFile } from '@helve/l10n';

/** Limits of one exchange file. */
export interface ChunkLimits {
  readonly split?: number | undefined;
  readonly splitWords?: number | undefined;
  readonly sourceLocale: string;
}

/** The unit that a block of an exchange file is of: its texts may go out as blocks of their own. */
export function unitOf({ id }: Block): string {
  return readPartId(id)?.unit ?? id;
}

/** Splits the units of an exchange file, in order; a unit that is too large alone stays whole. */
export function chunkUnits(files: readonly PartsFile[], limits: ChunkLimits): readonly (readonly PartsFile[])[] {
  const { split = Number.POSITIVE_INFINITY, splitWords = Number.POSITIVE_INFINITY } = limits;
  if (limits.split === undefined && limits.splitWords === undefined) return [files];
  const chunks: { path: string; blocks: Block[] }[][] = [];
  let [units, words, unit] = [0, 0, ''];
  for (const { path, blocks } of files) {
    for (const block of blocks) {
      const own = limits.splitWords === undefined ? 0 : countWords(sourceText(block), limits.sourceLocale);
      const isNext = unitOf(block) !== unit;
      unit = unitOf(block);
      if (chunks.length === 0 || (isNext && (units + 1 > split || (words + own > splitWords && words > 0)))) {
        chunks.push([]);
        [units, words] = [0, 0];
      }
      [units, words] = [units + (isNext ? 1 : 0), words + own];
      const chunk = chunks.at(-1);
      const last = chunk?.at(-1);
      if (last?.path === path) last.blocks.push(block);
      else chunk?.push({ path, blocks: [block] });
    }
  }
  return chunks;
}

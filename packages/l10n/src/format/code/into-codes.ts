import type { Block, Part, Runs } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';
import type { PartMap } from '../map-parts.js';

/** Rules of a format for blocks whose text stands in a code of another block: alternative texts, titles. */
export interface SurfaceRules {
  /** Returns the id of the block with the code; undefined for a block of its own. */
  ownerOf(id: string): string | undefined;
  /** Puts the content of a surface into its code; undefined when the code is gone. */
  put(runs: Runs, surface: Block, content: Runs): Runs | undefined;
}

/** Keeps the texts of codes until the block with the codes comes, and puts them in. */
export class IntoCodes implements PartMap {
  readonly #ctx: WriteContext;
  readonly #rules: SurfaceRules;
  readonly #surfaces = new Map<string, Block[]>();

  constructor(ctx: WriteContext, rules: SurfaceRules) {
    this.#ctx = ctx;
    this.#rules = rules;
  }

  map(part: Part): Part | undefined {
    if (part.kind !== 'block') return part;
    const { block } = part;
    const owner = block.skeleton ? undefined : this.#rules.ownerOf(block.id);
    if (owner !== undefined) {
      this.#surfaces.set(owner, [...(this.#surfaces.get(owner) ?? []), block]);
      return undefined;
    }
    const own = this.#surfaces.get(block.id);
    if (own === undefined) return part;
    this.#surfaces.delete(block.id);
    return { kind: 'block', block: mapWritten(block, this.#ctx, (runs) => own.reduce(this.#put, runs)) };
  }

  readonly #put = (runs: Runs, surface: Block): Runs => {
    const { targetLocale } = this.#ctx;
    const target = targetLocale === undefined ? undefined : surface.targets[targetLocale];
    const written = this.#rules.put(runs, surface, target?.runs ?? surface.source);
    if (written === undefined)
      this.#ctx.lose({ kind: 'block-skipped', block: surface.id, detail: { reason: 'no-place' } });
    return written ?? runs;
  };
}

/** Maps the content of a block that a monolingual writer takes: that of the target, or else the source. */
export function mapWritten(block: Block, { targetLocale }: WriteContext, map: (runs: Runs) => Runs): Block {
  const target = targetLocale === undefined ? undefined : block.targets[targetLocale];
  const before = target?.runs ?? block.source;
  const runs = map(before);
  if (runs === before) return block;
  if (!target || targetLocale === undefined) return { ...block, source: runs };
  return { ...block, targets: { ...block.targets, [targetLocale]: { ...target, runs } } };
}

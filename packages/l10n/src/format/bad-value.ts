import type { PropertySchema } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { locateAll, type TextPieces } from './text/locate.js';

/** Policy for a value that breaks the rules of its own syntax inside a sound file. */
export interface BadValueOptions {
  readonly onBadValue: 'refuse' | 'skip';
}

/** Schema of the option, for every format whose values have a syntax of their own. */
export const badValueProperty = {
  type: 'string',
  enum: ['refuse', 'skip'],
  default: 'refuse',
  description:
    'Refuse a file with a value whose escapes, tags or message are broken, or show the value as a block that is not translated.',
} as const satisfies PropertySchema;

/** Property that marks the block of a value that cannot be read. */
export const badValueRole = 'unreadable';

/**
 * Values of one file that cannot be read and are skipped. The reader gives each as a block that is not translatable, with
 * its raw text; `report` counts them as losses with their locations, in one pass over the text.
 */
export class BadValues {
  readonly #found: { readonly block: string; readonly problem: string; readonly index: number }[] = [];

  /** Remembers a value by the position of its fault, in UTF-16 units of the text; positions rise. */
  add(block: string, problem: string, index: number): void {
    this.#found.push({ block, problem, index });
  }

  async report(pieces: () => TextPieces, ctx: ReadContext): Promise<void> {
    if (this.#found.length === 0) return;
    const locations = await locateAll(
      pieces(),
      this.#found.map(({ index }) => index),
    );
    for (const [at, { block, problem }] of this.#found.entries()) {
      ctx.lose({ kind: 'block-skipped', block, detail: { reason: 'bad-value', problem, ...locations[at] } });
    }
  }
}

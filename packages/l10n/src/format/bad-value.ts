import type { PropertySchema } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { locationsAt, type FileLocation } from './format-error.js';
import { locateAll, type TextPieces } from './text/locate.js';
import { SourceFault } from './text/source-fault.js';

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

/**
 * Values of one file that cannot be read. Each refuses the file, or is skipped: its reader gives it as a block that is not
 * translatable, with its raw text, and `report` tells the losses with their locations, in one pass over the text.
 *
 *     attempt / accept   a fault is found       ─▶ thrown, or returned
 *     add                its block has an id    ─▶ marked as unreadable
 *     report             the file is read       ─▶ one loss for each
 */
export class BadValues {
  readonly #skips: boolean;
  readonly #found: { readonly block: string; readonly fault: SourceFault }[] = [];

  constructor({ onBadValue }: BadValueOptions) {
    this.#skips = onBadValue === 'skip';
  }

  /** Reads a value; one that is skipped is what `skip` makes of its fault. */
  attempt<T>(read: () => T, skip: (fault: SourceFault) => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      return skip(this.accept(error));
    }
  }

  /** Refuses the file for a fault, or returns it if its value is skipped. */
  accept<Fault extends SourceFault>(fault: Fault): Fault {
    if (!this.#skips) throw fault;
    return fault;
  }

  /** Marks the block of a skipped value; the positions of faults rise. */
  add(block: string, fault: SourceFault, properties: Record<string, string>): void {
    properties['role'] = 'unreadable';
    this.#found.push({ block, fault });
  }

  async report(pieces: () => TextPieces, ctx: ReadContext): Promise<void> {
    if (this.#found.length > 0) this.#tell(await locateAll(pieces(), this.#indexes), ctx);
  }

  /** Reports the values of a text that is in memory. */
  reportIn(text: string, ctx: ReadContext): void {
    if (this.#found.length > 0) this.#tell(locationsAt(text, this.#indexes), ctx);
  }

  get #indexes(): readonly number[] {
    return this.#found.map(({ fault }) => fault.index);
  }

  #tell(locations: readonly FileLocation[], ctx: ReadContext): void {
    for (const [at, { block, fault }] of this.#found.entries()) {
      const detail = { reason: 'bad-value', problem: fault.message, ...locations[at] };
      ctx.lose({ kind: 'block-skipped', block, detail });
    }
  }
}

import { AnnoNote, payloadOf, textRun, type Block, type LocaleId, type Runs } from '@helve/flow';
import type { SkeletonValue, WriteContext } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';
import { pickMonolingual } from '../splice-document.js';
import type { CellRole } from './cell-role.js';
import type { CellStyle } from './cell-style.js';

const none: Runs = Object.freeze([textRun('')]);

/** Skeleton entry of one cell. */
export class CellEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly blockId: string;
  readonly offset: number;
  readonly length: number;
  readonly role: CellRole;
  readonly content: Runs;
  readonly style: CellStyle;
  /** Number of its record, for the source of a table that may get columns. */
  readonly record: number | undefined;
  more?: true;

  constructor(
    blockId: string,
    { offset, length }: { readonly offset: number; readonly length: number },
    role: CellRole,
    content: Runs,
    style: CellStyle,
    record?: number,
  ) {
    this.blockId = blockId;
    this.offset = offset;
    this.length = length;
    this.role = role;
    this.content = content;
    this.style = style;
    this.record = record;
  }

  get side(): 'source' | 'target' {
    return this.role.holds === 'target' || this.role.holds === 'state' ? 'target' : 'source';
  }

  get digest(): string {
    return runsDigest(this.content);
  }

  /** Returns what a block wants in the cell. */
  pick(block: Block, ctx: WriteContext): Runs {
    switch (this.role.holds) {
      case 'text':
        return pickMonolingual(this, block, ctx) ?? none;
      case 'source':
        return block.source;
      case 'target':
        return block.targets[this.#variant(block, ctx)]?.runs ?? none;
      case 'state':
        return this.#state(block, ctx);
      case 'note': {
        const note = payloadOf(block.annotations[AnnoNote], 'note')?.items[0];
        return note === undefined ? this.content : [textRun(note.text)];
      }
    }
  }

  #state(block: Block, ctx: WriteContext): Runs {
    const status = block.targets[this.#variant(block, ctx)]?.status;
    return status === undefined ? this.content : [textRun(status)];
  }

  #variant({ targets }: Block, { targetLocale }: WriteContext): LocaleId {
    if (this.role.open === true && targetLocale !== undefined && targetLocale in targets) return targetLocale;
    return this.role.variant ?? 'und';
  }
}

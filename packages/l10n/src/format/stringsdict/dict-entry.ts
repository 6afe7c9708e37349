import type { Runs } from '@helve/flow';
import { ValueEntry } from '../value-entry.js';
import type { ByteRange } from '../xml/split-children.js';
import type { Rule } from './rule.js';

/** Skeleton entry of the value of a key: its rule and everything that belongs to it. */
export class DictEntry extends ValueEntry {
  /** The value as it was read, tags included. */
  readonly raw: string;
  readonly rule: Rule;

  constructor(
    blockId: string,
    { offset, length }: ByteRange,
    content: Runs,
    { raw, rule }: Pick<DictEntry, 'raw' | 'rule'>,
  ) {
    super(blockId, offset, length, content);
    this.raw = raw;
    this.rule = rule;
  }
}

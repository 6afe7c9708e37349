import {
  assertContentLimits,
  onlyText,
  type Block,
  type DisplayHint,
  type Payload,
  type ReadContext,
  type Runs,
} from '@helve/flow';

/** What a reader says of a block; what is not said has the value that most blocks have. */
export interface ReadBlock {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly source: Runs;
  readonly properties: Record<string, string>;
  readonly translatable?: boolean | undefined;
  readonly preserveWhitespace?: boolean | undefined;
  readonly format: string;
  /** The number of its first skeleton entry, when there is a skeleton. */
  readonly entry?: number | undefined;
  readonly note?: string | undefined;
  /** Writers leave the place alone where the note was found. */
  readonly noteIsKept?: boolean | undefined;
  readonly displayHint?: DisplayHint | undefined;
  /** How many characters say all of it, where that is known. */
  readonly spelled?: number | undefined;
}

/**
 * A block of normal, frozen content as readers make it by the million: every block has the same fields in the same
 * order, and those that say nothing are not copied.
 */
export function readBlock(fields: ReadBlock, ctx: ReadContext): Block {
  assertFits(fields.id, fields.source, fields.spelled);
  const annotations: Record<string, Payload> = fields.note === undefined ? {} : { note: noteOf(fields.note, fields) };
  const block: Writable<Block> = {
    id: fields.id,
    name: fields.name,
    type: fields.type,
    translatable: fields.translatable ?? true,
    sourceLocale: ctx.sourceLocale,
    source: fields.source,
    targets: {},
    overlays: [],
    annotations,
    properties: fields.properties,
    identity: {},
    preserveWhitespace: fields.preserveWhitespace ?? false,
    referent: false,
  };
  if (fields.entry !== undefined) block.skeleton = { format: fields.format, entry: fields.entry };
  if (fields.displayHint !== undefined) block.displayHint = fields.displayHint;
  return block;
}

function noteOf(text: string, { noteIsKept }: ReadBlock): Payload {
  const items = [{ text }];
  return noteIsKept === true ? { type: 'note', items, kept: true } : { type: 'note', items };
}

/** Neither too much text nor too many runs can be said in so few characters. */
const surelyFits = 100_000;

/** Refuses content that is larger than a block may be; what is known to be short, the common case, is not measured. */
export function assertFits(id: string, runs: Runs, spelled: number = onlyText(runs)?.length ?? surelyFits): void {
  if (spelled >= surelyFits) assertContentLimits(id, runs);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

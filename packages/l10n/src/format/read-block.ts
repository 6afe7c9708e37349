import type { Block, DisplayHint, Payload, Runs } from '@helve/flow';
import { assertContentLimits, plainText, type ReadContext } from '@helve/flow/content';

/** Fields of a block from a reader; those that are absent have the usual value. */
export interface ReadBlock {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly source: Runs;
  readonly properties: Record<string, string>;
  readonly translatable?: boolean | undefined;
  readonly preserveWhitespace?: boolean | undefined;
  readonly format: string;
  /** Number of its first skeleton entry, if there is a skeleton. */
  readonly entry?: number | undefined;
  readonly note?: string | undefined;
  /** True when writers leave the source of the note alone. */
  readonly noteIsKept?: boolean | undefined;
  readonly displayHint?: DisplayHint | undefined;
  /** Number of characters of its spelling, if known. */
  readonly spelled?: number | undefined;
}

/**
 * Creates a block of normal, frozen content, as readers do by the million: every block has the same fields in the same
 * order, and absent ones are not copied.
 */
export function readBlock(fields: ReadBlock, ctx: ReadContext): Block {
  assertFits(fields.id, fields.source, fields.spelled);
  const annotations: Record<string, Payload> = fields.note === undefined ? {} : { note: toNote(fields.note, fields) };
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

function toNote(text: string, { noteIsKept }: ReadBlock): Payload {
  const items = [{ text }];
  return noteIsKept === true ? { type: 'note', items, kept: true } : { type: 'note', items };
}

/** Length below which neither text nor runs can exceed a limit. */
const surelyFits = 100_000;

/**
 * Throws for content that is larger than a block may be; content known to be short, the common case, is not measured.
 */
export function assertFits(id: string, runs: Runs, spelled: number = plainText(runs)?.length ?? surelyFits): void {
  if (spelled >= surelyFits) assertContentLimits(id, runs);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

import type { Block, Payload, Runs, SkeletonValue, Target, WriteContext } from '@helve/flow';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { headKey, headOf, isSameHead, withFuzzy, type Head } from './head.js';
import type { HeaderFacts } from './header.js';
import { entryEnd, entryOffset, type PoEntry } from './parse.js';

/** What a message was read as. */
export interface PoMessage {
  readonly entry: PoEntry;
  readonly head: Head;
  /** Of a message whose `msgid` is content. */
  readonly source: Runs | undefined;
  readonly target: Target | undefined;
  /** What `msgstr` was read as; nothing when it was not read. */
  readonly content: Runs | undefined;
  readonly note: Payload | undefined;
  /** Whether the message is marked when it has no translation. */
  readonly fuzzy: boolean;
  readonly facts: HeaderFacts;
}

/** Where a message stands. Its bytes and its digest are counted only when someone asks: hardly any message changes. */
export class MessageEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly blockId: string;
  readonly side: 'source' | 'target';
  readonly variant?: string;
  readonly message: PoMessage;
  /** Where its bytes begin and end, once someone has asked; a copy of the place knows it too. */
  from = -1;
  to = -1;

  constructor(blockId: string, variant: string | undefined, message: PoMessage) {
    this.blockId = blockId;
    this.side = variant === undefined ? 'source' : 'target';
    if (variant !== undefined) this.variant = variant;
    this.message = message;
  }

  get offset(): number {
    if (this.from < 0) countBytes(this);
    return this.from;
  }

  get length(): number {
    if (this.from < 0) countBytes(this);
    return this.to - this.from;
  }

  /** A person looks for the line of `msgid` or `msgstr`, below the comments. */
  spotOf(side: 'source' | 'target'): number {
    const { entry, source } = this.message;
    return entry.bytes.byteAt(side === 'source' && source !== undefined ? entry.sourceAt : entry.targetAt);
  }

  get digest(): string {
    const { head, source, target, content, fuzzy } = this.message;
    return runsDigest(messageRuns(headKey(withFuzzy(head, isFuzzy(target, fuzzy))), source, content));
  }

  /** Whether a block says anything else than was read; nearly always it has the very same objects. */
  isChanged(block: Block, ctx: Pick<WriteContext, 'targetLocale'>): boolean {
    if (isUntouched(this, block, ctx)) return false;
    const { head, source, target, content, fuzzy } = this.message;
    if (source !== undefined && !isSameContent(source, block.source)) return true;
    if (!isSameContent(content, messageContent(this, block, ctx))) return true;
    return !isSameHead(withFuzzy(head, isFuzzy(target, fuzzy)), this.wantedHead(block, ctx));
  }

  /** What is to stand above the message; nearly always that is what stands there, but for the mark of a draft. */
  wantedHead(block: Block, ctx: Pick<WriteContext, 'targetLocale'>): Head {
    const { head, note } = this.message;
    const fuzzy = isFuzzy(targetOf(block, this.variant, ctx), this.message.fuzzy);
    if (block.annotations['note'] !== note || !hasHead(block.properties, head)) return headOf(block, fuzzy);
    return withFuzzy(head, fuzzy);
  }
}

/** Once, and both in rising order: to go back in a text is to count it from its start again. */
function countBytes(place: MessageEntry): void {
  const { entry } = place.message;
  place.from = entryOffset(entry);
  place.to = entryEnd(entry);
}

function isUntouched(place: MessageEntry, block: Block, ctx: Pick<WriteContext, 'targetLocale'>): boolean {
  const { head, source, target, content, note } = place.message;
  if (block.annotations['note'] !== note || !hasHead(block.properties, head)) return false;
  if (source === undefined) return messageContent(place, block, ctx) === content;
  return block.source === source && targetOf(block, place.variant, ctx) === target;
}

/** The place of a header: one that the file has, or the front of a file that has none. */
export class HeaderEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly blockId: string;
  readonly side = 'source';
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
  readonly more?: true;
  /** Nothing in a file without a header. */
  readonly message: PoMessage | undefined;
  readonly hasPlurals: boolean;

  constructor(blockId: string, offset: number, message: PoMessage | undefined, hasPlurals: boolean) {
    this.blockId = blockId;
    this.offset = offset;
    this.length = message ? entryEnd(message.entry) - offset : 0;
    this.digest = message ? runsDigest(headerRuns(message.head, message.content ?? [])) : '';
    if (!message) this.more = true;
    this.message = message;
    this.hasPlurals = hasPlurals;
  }
}

/** A header with its comments, as content. */
export function headerRuns(head: Head, text: Runs): Runs {
  return messageRuns(headKey(head), undefined, text);
}

/** All that a message says, as content of which a digest can be taken. */
function messageRuns(head: string, source: Runs | undefined, content: Runs | undefined): Runs {
  const cases = { ...(source && { source }), ...(content && { content }) };
  return [
    { kind: 'text', text: head },
    { kind: 'select', pivot: 'message', cases },
  ];
}

/** Whether two contents say the same. */
export function isSameContent(one: Runs | undefined, other: Runs | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && sameRuns(one, other);
}

/** What belongs into `msgstr`. */
export function messageContent(
  place: MessageEntry,
  block: Block,
  ctx: Pick<WriteContext, 'targetLocale'>,
): Runs | undefined {
  const target = targetOf(block, place.variant, ctx);
  return place.variant === undefined ? (target?.runs ?? block.source) : target?.runs;
}

/** The translation that belongs into a file: of the wanted locale, else what the file has already. */
function targetOf(
  block: Block,
  variant: string | undefined,
  ctx: Pick<WriteContext, 'targetLocale'>,
): Target | undefined {
  const wanted = ctx.targetLocale ?? variant;
  const target = wanted === undefined ? undefined : block.targets[wanted];
  return target ?? (variant === undefined || variant === wanted ? undefined : block.targets[variant]);
}

function isFuzzy(target: Target | undefined, otherwise: boolean): boolean {
  return target ? target.status === 'draft' || target.status === 'new' : otherwise;
}

function hasHead(properties: Record<string, string>, head: Head): boolean {
  return (
    properties['references'] === head.references &&
    properties['flags'] === head.flags &&
    properties['context'] === head.context &&
    properties['previous'] === head.previous &&
    properties['previousContext'] === head.previousContext &&
    properties['previousPlural'] === head.previousPlural
  );
}

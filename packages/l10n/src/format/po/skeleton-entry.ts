import type { Block, Payload, Runs, Target } from '@helve/flow';
import type { SkeletonValue, WriteContext } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import { headKey, toHead, isSameHead, withFuzzy, type Head } from './head.js';
import type { HeaderFacts } from './header.js';
import { entryEnd, entryOffset, type PoEntry } from './parse.js';

/** A message as it was read. */
export interface PoMessage {
  readonly entry: PoEntry;
  readonly head: Head;
  /** Defined for a message whose `msgid` is content. */
  readonly source: Runs | undefined;
  readonly target: Target | undefined;
  /** Content of `msgstr`; undefined when it was not read. */
  readonly content: Runs | undefined;
  readonly note: Payload | undefined;
  /** True when the message is marked while it has no translation. */
  readonly fuzzy: boolean;
  readonly facts: HeaderFacts;
}

/** Skeleton entry of a message. Its bytes and its digest are computed on demand: hardly any message changes. */
export class MessageEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly blockId: string;
  readonly side: 'source' | 'target';
  readonly variant?: string;
  readonly message: PoMessage;
  /** Byte range, once computed; a copy of the entry has it too. */
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

  /** Returns the position of `msgid` or `msgstr`, below the comments, as a person expects it. */
  positionOf(side: 'source' | 'target'): number {
    const { entry, source } = this.message;
    return entry.bytes.byteAt(side === 'source' && source !== undefined ? entry.sourceAt : entry.targetAt);
  }

  get digest(): string {
    const { head, source, target, content, fuzzy } = this.message;
    return runsDigest(messageRuns(headKey(withFuzzy(head, isFuzzy(target, fuzzy))), source, content));
  }

  /** True when a block differs from what was read; nearly always it has the very same objects. */
  isChanged(block: Block, ctx: Pick<WriteContext, 'targetLocale'>): boolean {
    if (isUntouched(this, block, ctx)) return false;
    const { head, source, target, content, fuzzy } = this.message;
    if (source !== undefined && !isSameContent(source, block.source)) return true;
    if (!isSameContent(content, messageContent(this, block, ctx))) return true;
    return !isSameHead(withFuzzy(head, isFuzzy(target, fuzzy)), this.wantedHead(block, ctx));
  }

  /** Returns the head to write; nearly always the existing one, except for the draft mark. */
  wantedHead(block: Block, ctx: Pick<WriteContext, 'targetLocale'>): Head {
    const { head, note } = this.message;
    const fuzzy = isFuzzy(findTarget(block, this.variant, ctx), this.message.fuzzy);
    if (block.annotations['note'] !== note || !hasHead(block.properties, head)) return toHead(block, fuzzy);
    return withFuzzy(head, fuzzy);
  }
}

/** Computes the byte range once, in rising order: going back in a text means counting from its start again. */
function countBytes(message: MessageEntry): void {
  const { entry } = message.message;
  message.from = entryOffset(entry);
  message.to = entryEnd(entry);
}

function isUntouched(entry: MessageEntry, block: Block, ctx: Pick<WriteContext, 'targetLocale'>): boolean {
  const { head, source, target, content, note } = entry.message;
  if (block.annotations['note'] !== note || !hasHead(block.properties, head)) return false;
  if (source === undefined) return messageContent(entry, block, ctx) === content;
  return block.source === source && findTarget(block, entry.variant, ctx) === target;
}

/** Skeleton entry of a header: an existing one, or the start of a file that has none. */
export class HeaderEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly blockId: string;
  readonly side = 'source';
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
  readonly more?: true;
  /** Undefined in a file without a header. */
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

/** Returns a header with its comments, as content. */
export function headerRuns(head: Head, text: Runs): Runs {
  return messageRuns(headKey(head), undefined, text);
}

/** Joins all facts of a message to content, for a digest. */
function messageRuns(head: string, source: Runs | undefined, content: Runs | undefined): Runs {
  const cases = { ...(source && { source }), ...(content && { content }) };
  return [
    { kind: 'text', text: head },
    { kind: 'select', pivot: 'message', cases },
  ];
}

/** True when two contents are equal. */
export function isSameContent(one: Runs | undefined, other: Runs | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && sameRuns(one, other);
}

/** Returns the content for `msgstr`. */
export function messageContent(
  entry: MessageEntry,
  block: Block,
  ctx: Pick<WriteContext, 'targetLocale'>,
): Runs | undefined {
  const target = findTarget(block, entry.variant, ctx);
  return entry.variant === undefined ? (target?.runs ?? block.source) : target?.runs;
}

/** Returns the translation for a file: of the requested locale, else the file's own. */
function findTarget(
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

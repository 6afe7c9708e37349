import type { ResultScheduling } from '../contract/policy.js';
import type { Intent } from '../contract/intent.js';
import { replyBrand, type ToolReply } from '../contract/reply.js';
import type { ToolError } from '../errors/tool-error.js';

interface ReplyOptions {
  readonly intents?: readonly Intent[];
  /** Keys of the handler's own for `meta`; those that every answer has cannot be overwritten. */
  readonly meta?: { readonly [key: string]: unknown };
  /** Moment at which a live conversation hears of the result of a background call; in `meta` of the answer. */
  readonly scheduling?: ResultScheduling;
}

/** An answer with intents or facts beside its data. */
export function ok<Data>(data: Data, options: ReplyOptions = {}): ToolReply<Data> {
  return reply({ data }, options);
}

/** A failure that is returned, not thrown, so that intents can go with it. */
export function fail(error: ToolError, options: ReplyOptions = {}): ToolReply<never> {
  return reply({ error }, options);
}

export function isToolReply(value: unknown): value is ToolReply<unknown> {
  return typeof value === 'object' && value !== null && replyBrand in value;
}

function reply<Outcome extends object>(outcome: Outcome, { intents = [], meta = {}, scheduling }: ReplyOptions) {
  const told = scheduling === undefined ? meta : { ...meta, scheduling };
  return Object.freeze({ [replyBrand]: true as const, ...outcome, intents: Object.freeze([...intents]), meta: told });
}

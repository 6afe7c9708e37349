import type { Intent } from './intent.js';

/** Registered, so that replies of another copy of this package are known too. */
export const replyBrand = Symbol.for('helve.tool-reply');

/** An answer with more than data, made by `ok` or `fail` and known by its brand, never by its shape. */
export interface ToolReply<Data> {
  readonly [replyBrand]: true;
  readonly data?: Data;
  /** Present on a failure. */
  readonly error?: Error;
  readonly intents: readonly Intent[];
  /** Facts of the handler's own, beside those that every answer has. */
  readonly meta?: { readonly [key: string]: unknown };
}

/** A result of `execute`, at once or later. */
export type Answer<Data> = Data | ToolReply<Data> | Promise<Data | ToolReply<Data>>;

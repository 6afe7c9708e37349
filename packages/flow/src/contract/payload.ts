import type { Json } from '@helve/core';

/** Typed data that hangs on a block, an overlay or a span. A type nobody registered is kept whole. */
export interface Payload {
  readonly type: string;
  readonly [field: string]: Json;
}

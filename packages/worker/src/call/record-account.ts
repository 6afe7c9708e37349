import type { Json } from '@helve/core';
import { currentCall } from './current-call.js';

/** Records a side fact of the current call in the host's journal: a saved result, a cache hit, a timing. */
export function recordAccount(type: string, payload: Json): void {
  currentCall()?.recordAccount(type, payload);
}

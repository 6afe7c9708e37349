import type { Json } from '@helve/core';
import type { Lossy, SentResult } from '../../protocol.js';
import { mediaLosses } from '../../sent-result.js';

/** Converts results to one message for each call. */
export function resultItems(results: readonly SentResult[]): Lossy<readonly Json[]> {
  return {
    value: results.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, content: text })),
    losses: mediaLosses(results, () => false, 'Chat Completions'),
  };
}

import type { Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { formatMessage } from '../messageformat/format-message.js';

/** Writes content of a value that a code finder read: codes as they were, forms as a message. */
export function contentText(runs: Runs, icu: boolean): string {
  const hasForms = runs.some((run) => run.kind === 'plural' || run.kind === 'select');
  return icu || hasForms ? formatMessage(runs) : dataText(runs);
}

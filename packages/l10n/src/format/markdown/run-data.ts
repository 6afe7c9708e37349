import type { Run } from '@helve/flow';
import { dataText } from '@helve/flow/content';

/** Returns the data of one run, like `dataText` of content; nearly every run is a text or a code. */
export function runData(run: Run): string {
  if (run.kind === 'text') return run.text;
  return 'data' in run ? run.data : dataText([run]);
}

import { dataText, type Run } from '@helve/flow';

/** What one run says in a document, as `dataText` says it of content; nearly every run is a text or a code. */
export function runData(run: Run): string {
  if (run.kind === 'text') return run.text;
  return 'data' in run ? run.data : dataText([run]);
}

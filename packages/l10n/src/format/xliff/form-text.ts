import type { Runs } from '@helve/flow';
import { OBJECT_CHAR } from '@helve/flow/content';
import { ownSubType } from './inline-draft.js';

/** Text of content with a mark for each code of the file's own, which may be written in another form. */
export function formText(runs: Runs): string {
  return runs
    .map((run) => {
      if (run.kind === 'text') return run.text;
      return 'data' in run && run.subType?.startsWith(ownSubType) !== true ? run.data : OBJECT_CHAR;
    })
    .join('');
}

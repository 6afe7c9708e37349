import { projectErrors } from '../project-errors.js';
import type { PlannedFile, PlannedRun } from './plan-run.js';
import { translatedTargets } from './written-targets.js';

/** Refuses a run that would replace files of one language, sources and translations alike, with what they become in another. */
export function assertInPlace({ plan, files }: PlannedRun): void {
  const targets = new Set(translatedTargets(plan, true));
  const replaced = files.filter((file) => isReplaced(file, targets)).map(({ input }) => input.id);
  const [first, ...others] = replaced;
  if (first === undefined) return;
  const findings = others.map((where) => ({ where, message: 'It would be replaced with its translation too' }));
  const problem = `"${first}" holds one language, and the run would replace it with its translation`;
  const suggestion =
    'Complete the translations beside the source with --existing auto, choose another path with -o, or replace the file with --overwrite';
  const details = { ...(findings.length === 0 ? {} : { findings }), suggestion };
  throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details });
}

/** True for a file of one language that is written where it was read, in another language. */
function isReplaced({ input, format, outputs }: PlannedFile, targets: ReadonlySet<string>): boolean {
  const isOwn = ({ path, locale = '' }: PlannedFile['outputs'][number]) => path === input.path && targets.has(locale);
  return format.kind === 'monolingual' && outputs.some(isOwn);
}

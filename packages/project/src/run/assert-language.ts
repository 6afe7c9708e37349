import { isUnknownLanguage, type FileAccess } from '@helve/flow';
import { projectErrors } from '../project-errors.js';
import type { PlannedFile, PlannedRun } from './plan-run.js';
import { otherTarget } from './targets-in-file.js';
import { translatedTargets } from './written-targets.js';

/** Refuses a run that would replace the translation in a bilingual file with one into another language. */
export async function assertLanguage(
  { plan, files }: PlannedRun,
  access: FileAccess,
  targets: readonly string[] = translatedTargets(plan),
): Promise<void> {
  const { sourceLocale } = plan;
  const [first] = files;
  if (first !== undefined && targets.some(isUnknownLanguage)) throw noLanguage(first.input.id);
  for (const targetLocale of targets) {
    for (const file of files.filter((one) => isReplaced(one, targetLocale))) {
      const own = await otherTarget(file, { sourceLocale, targetLocale }, access);
      if (own !== undefined) throw otherLanguage(file.input.id, own, targetLocale);
    }
  }
}

/** True for a bilingual file that the run writes where it was read. */
function isReplaced({ input, format, outputs }: PlannedFile, target: string): boolean {
  const isOwn = ({ path, locale }: PlannedFile['outputs'][number]) => path === input.path && locale === target;
  return format.kind === 'bilingual' && outputs.some(isOwn);
}

function noLanguage(file: string): Error {
  const problem = `no target language is named, and "${file}" states none`;
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem },
    { details: { suggestion: 'Name it with --target' } },
  );
}

function otherLanguage(file: string, own: string, target: string): Error {
  const problem = `"${file}" is a translation into "${own}", and the run would replace it with one into "${target}"`;
  const suggestion = `Name its language with --target ${own}, leave the file out, or choose another path with -o`;
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}

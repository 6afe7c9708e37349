import { closestLocale, isPseudoLocale, isSameLanguage, isUnknownLanguage, type FileAccess } from '@helve/flow';
import type { FlowPlan } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { PlannedFile, PlannedRun } from './plan-run.js';
import type { RunInput, RunInputs, SkippedFile } from './run-inputs.js';
import { limitedTargets, otherTarget, targetsStated } from './targets-in-file.js';
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

/**
 * Leaves out bilingual files that state other languages than those that a run names to translate into, and refuses them
 * where no other file is there; of several languages, a file gets those that it states, each the one that is closest. A pseudo-locale takes any file.
 */
export async function withoutOtherLanguages(
  { files, skipped }: RunInputs,
  plan: FlowPlan,
  access: FileAccess,
  languages: readonly string[] = translatedTargets(plan),
): Promise<RunInputs> {
  const { sourceLocale } = plan;
  const wanted = languages.filter((locale) => !isPseudoLocale(locale));
  if (wanted.length === 0) return { files, skipped };
  const listed = [...new Set(plan.passes.flatMap(([, ...targets]) => targets))];
  const chosen: RunInput[] = [];
  const others: { readonly file: RunInput; readonly language: string }[] = [];
  for (const file of files) {
    const stated = (await targetsStated(file, sourceLocale, access)).filter(
      (locale) => !isSameLanguage(locale, sourceLocale) || wanted.includes(locale),
    );
    const allowed = limitedTargets(file);
    const own = wanted.filter((locale) => allowed?.includes(locale) !== false);
    const served = new Set(stated.map((locale) => closestLocale(locale, own)));
    const foreign = wanted.filter((locale) => !served.has(locale));
    const [language] = stated;
    if (language === undefined || foreign.length === 0) chosen.push(file);
    else if (foreign.length === wanted.length) others.push({ file, language });
    else {
      const targets = (allowed ?? listed).filter((locale) => !foreign.includes(locale));
      chosen.push({ ...file, input: { ...file.input, targets } });
    }
  }
  const [first] = others;
  if (first !== undefined && chosen.length === 0) throw ofOtherLanguage(first.file.input.id, first.language, wanted);
  const left = others.map(({ file: { input } }): SkippedFile => ({
    path: input.path ?? input.id,
    reason: 'another target language',
  }));
  return { files: chosen, skipped: [...skipped, ...left] };
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
  const suggestion = `Translate it into ${own}, leave the file out, or choose another path with -o`;
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}

function ofOtherLanguage(file: string, own: string, wanted: readonly string[]): Error {
  const problem = `"${file}" is a translation into "${own}", and the run is for ${wanted.join(', ')}`;
  const suggestion = `Name its language with --target ${own}, or start from a file that states no language, such as a template`;
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}

import { isSameLanguage } from '@helve/flow';
import { localeOfPath, localePaths } from '@helve/flow/engine';
import type { RunInput, RunInputs, SkippedFile } from './run-inputs.js';

/**
 * Leaves a language to the file that is closest to it, where that stands beside others of the run: of `pt.po` and
 * `pt_BR.po`, a run for `pt-BR` takes the second alone.
 */
export function withoutFarther({ files, skipped }: RunInputs, targets: readonly string[]): RunInputs {
  const paths = new Set(files.flatMap(({ input }) => input.path ?? []));
  const chosen: RunInput[] = [];
  const left: SkippedFile[] = [];
  for (const file of files) {
    const { input } = file;
    const own = targets.filter((locale) => !hasCloser(file, locale, paths));
    if (own.length === targets.length) chosen.push(file);
    else if (own.length > 0) chosen.push({ ...file, input: { ...input, targets: own } });
    else left.push({ path: input.path ?? input.id, reason: 'another target language' });
  }
  return left.length === 0 && chosen.every((file, at) => file === files[at])
    ? { files, skipped }
    : { files: chosen, skipped: [...skipped, ...left] };
}

/** True for a bilingual file of the same language, where a file of that very locale is in the place for it. */
function hasCloser({ input: { path }, format }: RunInput, locale: string, paths: ReadonlySet<string>): boolean {
  if (format.kind !== 'bilingual' || path === undefined) return false;
  const own = localeOfPath(path, format);
  if (own === undefined || own === locale || !isSameLanguage(own, locale)) return false;
  return localePaths(path, own, locale, format).some((other) => other !== path && paths.has(other));
}

import { relative, sep } from 'node:path';
import type { Format } from '@helve/flow/content';
import { projectErrors } from '../project-errors.js';
import { conversionPath } from './conversion-path.js';
import type { ReadInput } from './read-documents.js';

/** One new file to write. */
export interface PlannedConversion {
  readonly input: ReadInput;
  /** Its language, or that of its translations; absent for one with several. */
  readonly locale: string | undefined;
  /** Languages of its translations. */
  readonly locales: readonly string[];
  readonly path: string | undefined;
}

/** Settings of the new files. */
export interface PlanSetting {
  readonly format: Format;
  readonly template: string | undefined;
  readonly cwd: string;
}

/**
 * Plans the new files: one for each language of a format with one, one for each translation of a format with two, and
 * one for all languages otherwise.
 */
export function planConversion(inputs: readonly ReadInput[], setting: PlanSetting): readonly PlannedConversion[] {
  const planned = inputs.flatMap((input) => {
    const files = languagesOf(input, setting.format);
    return files.map(({ locale, locales }): PlannedConversion => {
      const path = pathFor(input, locale, files.length > 1, setting);
      return { input, locale, locales, path };
    });
  });
  if (setting.format.caps.package && planned.some(({ path }) => path === undefined))
    throw invalid(
      'a package is not text, and there is no path for it',
      `Name one with -o, such as -o {name}${setting.format.extensions[0] ?? ''}`,
    );
  assertDistinct(planned, setting.cwd);
  return planned;
}

type Languages = Pick<PlannedConversion, 'locale' | 'locales'>;

function languagesOf({ written, sourceLocale }: ReadInput, { kind }: Format): readonly Languages[] {
  const targets = written.filter((locale) => locale !== sourceLocale);
  if (kind === 'monolingual') return written.map((locale) => ({ locale, locales: [locale] }));
  if (kind === 'multilingual') return [{ locale: undefined, locales: targets }];
  return targets.length === 0
    ? [{ locale: undefined, locales: [] }]
    : targets.map((locale) => ({ locale, locales: [locale] }));
}

function pathFor(
  { file, sourceLocale }: ReadInput,
  locale: string | undefined,
  isOneOfMany: boolean,
  { format, template, cwd }: PlanSetting,
): string | undefined {
  if (template === undefined) return undefined;
  const input = file.input.path ?? file.input.id;
  return conversionPath({ input, format, sourceLocale, locale, isOneOfMany, template, cwd });
}

/** Refuses two results for one path, and several for none. */
function assertDistinct(planned: readonly PlannedConversion[], cwd: string): void {
  const known = new Map<string, PlannedConversion>();
  for (const one of planned) {
    if (one.path === undefined && planned.length > 1)
      throw invalid(
        `there are ${planned.length} results, and no path for them`,
        'Name one with -o, such as -o {dir}/{name}.{lang}{ext}, or use -o auto',
      );
    if (one.path === undefined) continue;
    if (known.has(one.path)) {
      const shown = relative(cwd, one.path).replaceAll(sep, '/');
      throw invalid(`two results would be written to "${shown}"`, 'Choose a template for -o with {lang} or {relpath}');
    }
    known.set(one.path, one);
  }
}

function invalid(problem: string, suggestion: string): Error {
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}

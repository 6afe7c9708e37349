import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localePath, planOutputs, type FileInput, type FileOutput, type FlowPlan } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { FileUse } from '../reach/grant.js';
import type { Reach } from '../reach/reach.js';
import { AUTO } from './find-existing.js';
import { isPaired } from './pair-inputs.js';
import type { RunInput } from './run-inputs.js';
import type { RunRequest } from './run-request.js';

/** Settings of a run that concern its outputs. */
export type OutputRequest = Pick<RunRequest, 'files' | 'output' | 'existing' | 'inPlace'> & {
  readonly template?: string | undefined;
  /** The targets that there are to write. */
  readonly made: readonly string[];
  /** True when some step writes targets, or changes those that are there. */
  readonly changesTargets: boolean;
};

/** Where each file goes: where the run says, or the file's own template, or the place of its format, or beside what was read. */
export function planRunOutputs(
  files: readonly RunInput[],
  plan: FlowPlan,
  request: OutputRequest,
  { cwd, folder }: { cwd: string; folder: string },
): FileOutput[][] {
  const { made, changesTargets } = request;
  const requested = request.output ?? request.template;
  const inputsByPath = new Map<string, string>();
  return files.map((file) => {
    const { input, format } = file;
    const holdsTargets = format.kind !== 'monolingual' || (isPaired(file) && changesTargets);
    const written = made.length === 0 && holdsTargets ? plan.targetLocales : made;
    const targetLocales = written.filter((locale) => input.targets?.includes(locale) !== false);
    if (input.path === undefined) return standardOutput(input, targetLocales);
    const { sourceLocale } = plan;
    const template = templateFor(file, requested, request, { cwd, folder });
    const planned =
      template === AUTO
        ? autoOutputs(file, sourceLocale, targetLocales)
        : planOutputs([{ input: input.path, kind: format.kind, rules: format }], {
            sourceLocale,
            targetLocales,
            template,
            root: cwd,
          });
    return planned.map(({ path, target }) => {
      const resolved = resolve(cwd, path);
      const other = inputsByPath.get(resolved);
      if (other !== undefined) throw clash(path, other, input.id);
      inputsByPath.set(resolved, input.id);
      return { path: resolved, ...(target === undefined ? {} : { locale: target }) };
    });
  });
}

/** True when the path that a file goes to tells its language, so that it may be of any. */
export function tellsLanguage(
  file: RunInput,
  request: Pick<OutputRequest, 'files' | 'output' | 'existing' | 'inPlace'>,
  places: { cwd: string; folder: string },
): boolean {
  const template = templateFor(file, request.output, request, places);
  return template === undefined || template === AUTO || /\{lang\b/.test(template);
}

/** Template of one file; undefined stands for the usual one. */
function templateFor(
  { format, template, named }: RunInput,
  requested: string | undefined,
  { files = [], existing, inPlace }: Pick<OutputRequest, 'files' | 'existing' | 'inPlace'>,
  { cwd, folder }: { cwd: string; folder: string },
): string | undefined {
  if (requested !== undefined) return requested === AUTO ? AUTO : toTemplate(requested, cwd);
  // A file that the request names is meant itself.
  if (inPlace === true && named === true && files.length > 0 && existing === undefined) return '{dir}/{name}{ext}';
  if (template !== undefined) return toTemplate(template, folder);
  if (existing !== undefined && format.kind === 'monolingual')
    return existing === AUTO ? AUTO : toTemplate(existing, cwd);
  return inPlace === true ? '{dir}/{name}{ext}' : undefined;
}

/** Places by the path of the source: existing translations stay where they are. */
function autoOutputs(
  { input: { path = '', existing = [] }, format }: RunInput,
  sourceLocale: string,
  targetLocales: readonly string[],
): readonly { readonly path: string; readonly target?: string }[] {
  if (targetLocales.length === 0) return [{ path }];
  return targetLocales.map((target) => {
    const known = existing.find(({ locale }) => locale === target)?.path;
    return { path: known ?? localePath(path, sourceLocale, target, format), target };
  });
}

function standardOutput({ outputs = [] }: FileInput, targets: readonly string[]): FileOutput[] {
  const [locale, another] = targets;
  if (another !== undefined) {
    throw projectErrors.create('PROJECT_REQUEST_INVALID', {
      problem: 'standard input has one output, and there are several targets',
    });
  }
  return outputs.map(({ path }) => ({ path, ...(locale === undefined ? {} : { locale }) }));
}

/** Refuses a template by where it begins, before anybody looks whether that is a folder. */
export function assertTemplate(template: string | undefined, reach: Reach | undefined, use: FileUse): void {
  const [begin = ''] = template?.split('{') ?? [];
  if (reach === undefined || begin === '') return;
  reach.locate(/[/\\]$/.test(begin) ? join(begin, 'x') : begin, use);
}

/** A folder stands for the usual names in it. */
function toTemplate(output: string, cwd: string): string {
  if (output.startsWith('{')) return output;
  const path = resolve(cwd, output);
  return /[/\\]$/.test(output) || isFolder(path) ? join(path, '{name}_{lang}{ext}') : path;
}

/** False too where a file is in the way: the check of outputs reports that. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function clash(path: string, one: string, other: string): Error {
  const problem = `both "${one}" and "${other}" would be written to "${path}"`;
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem },
    { details: { suggestion: 'Choose a template for -o with {relpath} or {lang}' } },
  );
}

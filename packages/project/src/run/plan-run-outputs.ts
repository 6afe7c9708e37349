import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planOutputs, type FileInput, type FileOutput, type FlowPlan } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { Reach } from '../reach/reach.js';
import type { RunInput } from './run-inputs.js';
import type { RunRequest } from './run-request.js';

/** Settings of a run that concern its outputs. */
export type OutputRequest = Pick<RunRequest, 'output' | 'inPlace'> & {
  readonly template?: string | undefined;
  /** The targets that there are to write. */
  readonly made: readonly string[];
};

/** Where each file goes: by its own template, or by that of the run. */
export function planRunOutputs(
  files: readonly RunInput[],
  plan: FlowPlan,
  request: OutputRequest,
  { cwd, folder }: { cwd: string; folder: string },
): FileOutput[][] {
  const { made } = request;
  const requested = request.output ?? request.template;
  const usual =
    requested === undefined ? (request.inPlace === true ? '{dir}/{name}{ext}' : undefined) : toTemplate(requested, cwd);
  const inputsByPath = new Map<string, string>();
  return files.map(({ input, format, template }) => {
    const written = made.length > 0 || format.kind === 'monolingual' ? made : plan.targetLocales;
    const targetLocales = written.filter((locale) => input.targets?.includes(locale) !== false);
    if (input.path === undefined) return standardOutput(input, targetLocales);
    const planned = planOutputs([{ input: input.path, kind: format.kind }], {
      sourceLocale: plan.sourceLocale,
      targetLocales,
      template: template === undefined ? usual : toTemplate(template, folder),
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
export function assertTemplate(template: string | undefined, reach: Reach | undefined): void {
  const [begin = ''] = template?.split('{') ?? [];
  if (reach === undefined || begin === '') return;
  reach.locate(/[/\\]$/.test(begin) ? join(begin, 'x') : begin, 'write');
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

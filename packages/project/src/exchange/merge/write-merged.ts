import type { ToolInvokeContext } from '@helve/core';
import { createTarget } from '@helve/flow/content';
import type { FileAccess } from '@helve/flow';
import type { FileOutput, FlowDocument, FlowOutput } from '@helve/flow/engine';
import type { CurrentUnit, UnitDecision } from '@helve/l10n';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import { projectErrors } from '../../project-errors.js';
import { assertWithinReach } from '../../reach/assert-within-reach.js';
import { assertLanguage } from '../../run/assert-language.js';
import { assertOverwrite } from '../../run/assert-overwrite.js';
import { AUTO } from '../../run/find-existing.js';
import type { PlannedFile } from '../../run/plan-run.js';
import { planRunOutputs } from '../../run/plan-run-outputs.js';
import { findKept } from '../../run/record/kept-texts.js';
import { openOutputRecord } from '../../run/record/output-record.js';
import { createRunRecorder } from '../../run/record/record-run.js';
import { findRunDoor } from '../../run/run-door.js';
import { runPlanned } from '../../run/run-files.js';
import { targetsByFile, targetsOfBlock, withTargets, type FileTargets } from './apply-decisions.js';
import { defaultFallback, withoutUntranslated } from './fallback.js';
import type { MergeOutput } from './merge-report.js';
import type { MergeFallback, MergeRequest } from './merge-request.js';
import { pathIn, type CurrentFiles, type CurrentGroup } from './read-current.js';

/** A file to write, and how it is read for it. */
interface WriteJob {
  readonly file: PlannedFile;
  readonly path: string;
  readonly fallback: MergeFallback;
  /** True where a new file is written in the layout of its source. */
  readonly isNew: boolean;
}

/** Files that a merge has written, and those that could not be. */
export interface WrittenMerge {
  readonly outputs: readonly MergeOutput[];
  /** True for a translation that is in its file now. */
  isWritten(decision: UnitDecision): boolean;
}

/** Writes accepted translations: each file whole or not at all, and with `atomic` none before all are good. */
export async function writeMerged(
  decisions: readonly UnitDecision[],
  current: CurrentFiles,
  request: MergeRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<WrittenMerge> {
  const targets = targetsByFile(decisions);
  const rounds: { readonly group: CurrentGroup; readonly jobs: readonly WriteJob[] }[] = [];
  const written: MergeOutput[] = [];
  for (const group of current.groups) {
    const planned = await planJobs(group, targets, current, request, host, ctx);
    for (const jobs of planned.rounds) rounds.push({ group, jobs });
    written.push(...planned.refused);
  }
  if (request.check === true) {
    const outputs = [...written, ...rounds.flatMap(({ jobs }) => jobs.flatMap(toPlannedOutputs))];
    return { outputs, isWritten: () => false };
  }
  const commits = new DeferredCommits(request.atomic === true);
  const finishes: (() => Promise<void>)[] = [];
  for (const { group, jobs } of rounds) {
    const files = jobs.map(({ file }) => file);
    const recorder = createRunRecorder(files, host.folder, {
      marks: new Map(),
      kept: await findKept(files, openOutputRecord(host.folder)),
    });
    const byId = new Map(jobs.map((job) => [job.file.input.id, job]));
    const redirect = ({ documents }: { readonly documents: readonly FlowDocument[] }) => ({
      documents: documents.map((document) => {
        const job = byId.get(document.id);
        return job === undefined ? document : commits.hold(toWrite(document, job, targets, current));
      }),
    });
    const run = { ...group.run, inPlace: true, keepGoing: request.atomic !== true };
    const report = await runPlanned({ ...group.planned, files }, undefined, run, { host, ctx, recorder, redirect });
    for (const { outputs, error, document } of report.documents) {
      if (error !== undefined) written.push({ path: document, error: error.message });
      for (const { path, locale, bytes } of outputs)
        if (path !== undefined) written.push({ path, bytes, ...(locale === undefined ? {} : { locale }) });
    }
    finishes.push(() => recorder.finish(report.documents));
  }
  if (request.atomic === true && written.some(({ error }) => error !== undefined)) {
    await commits.discard();
    return { outputs: written.filter(({ error }) => error !== undefined), isWritten: () => false };
  }
  const failed = await commits.commit();
  for (const finish of finishes) await finish();
  const outputs = written.map((one) => {
    const error = failed.get(one.path);
    return error === undefined ? one : { path: one.path, error };
  });
  const good = new Set(outputs.flatMap(({ path, error }) => (error === undefined ? [path] : [])));
  const jobs = rounds.flatMap((round) => round.jobs);
  const isWritten = (decision: UnitDecision) =>
    jobs.some(({ path, file }) => path === decision.path && file.outputs.some((one) => holds(one, decision, good)));
  return { outputs, isWritten };
}

/** True for an output that was written and has the language of a translation; one without a language has all of them. */
function holds({ path, locale }: FileOutput, decision: UnitDecision, written: ReadonlySet<string>): boolean {
  return path !== undefined && written.has(path) && (locale === undefined || locale === decision.locale);
}

function toPlannedOutputs({ file }: WriteJob): readonly MergeOutput[] {
  return file.outputs.map(({ path, locale }) => ({ path, ...(locale === undefined ? {} : { locale }) }));
}

/** Holds back the outputs of a merge until all are good, where that is asked for. */
class DeferredCommits {
  readonly #isHeld: boolean;
  readonly #held: FlowOutput[] = [];

  constructor(isHeld: boolean) {
    this.#isHeld = isHeld;
  }

  hold(document: FlowDocument): FlowDocument {
    if (!this.#isHeld || document.outputs === undefined) return document;
    const outputs = document.outputs.map((output) => ({
      ...output,
      commit: async () => void this.#held.push(output),
    }));
    return { ...document, outputs };
  }

  /** Gives all outputs their places; from one that fails on, none gets it. Returns what is wrong with those. */
  async commit(): Promise<ReadonlyMap<string, string>> {
    const failed = new Map<string, string>();
    for (const output of this.#held) {
      try {
        if (failed.size > 0) throw new Error('Not written, since another file could not be');
        await output.commit();
      } catch (error) {
        failed.set(output.path ?? '', error instanceof Error ? error.message : String(error));
        await output.discard();
      }
    }
    return failed;
  }

  async discard(): Promise<void> {
    for (const output of this.#held) await output.discard();
  }
}

/** What is written, and the files that are not. */
interface PlannedJobs {
  readonly rounds: readonly (readonly WriteJob[])[];
  readonly refused: readonly MergeOutput[];
}

/** Plans what is written, in rounds in which each source file is read once. */
async function planJobs(
  group: CurrentGroup,
  targets: ReadonlyMap<string, FileTargets>,
  current: CurrentFiles,
  request: MergeRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<PlannedJobs> {
  const { planned } = group;
  const cwd = findRunDoor(ctx)?.cwd ?? host.folder;
  const limited = planned.files.flatMap((file) => limitToApplied(file, targets.get(pathIn(host.folder, file))));
  const made = [...new Set(limited.flatMap(({ input }) => input.targets ?? []))];
  const output = request.output === undefined || request.output === AUTO ? {} : { output: request.output };
  const outputs = planRunOutputs(
    limited,
    planned.plan,
    { existing: AUTO, inPlace: true, files: [], made, changesTargets: true, ...output },
    { cwd, folder: host.folder },
  );
  const located = limited.map((file, index) => ({ ...file, outputs: outputs[index] ?? [] }));
  const places = located.flatMap(({ outputs: own }) => own.map(({ path }) => path));
  assertWithinReach(places, host, ctx);
  const refused = await refuseLanguages(located, planned, made, host.filesFor(ctx));
  if (request.atomic === true || refused.size === located.length) for (const error of refused.values()) throw error;
  if (request.overwrite !== true) await assertOverwrite(located, cwd, openOutputRecord(host.folder));
  const rounds: WriteJob[][] = [];
  for (const file of located) {
    if (refused.has(file)) continue;
    const path = pathIn(host.folder, file);
    for (const [at, job] of splitJobs(file, path, request).entries()) {
      const lacks = job.isNew && job.fallback === 'omit';
      const read = lacks
        ? await withoutUntranslated(job.file, unitsOf(current, path), targets.get(path), host, ctx)
        : job.file;
      (rounds[at] ??= []).push({ ...job, file: read });
    }
  }
  return { rounds, refused: [...refused].flatMap(([{ outputs: own }, error]) => toRefused(own, error)) };
}

/** Finds the files that a merge would replace with a translation into another language. */
async function refuseLanguages(
  files: readonly PlannedFile[],
  planned: CurrentGroup['planned'],
  made: readonly string[],
  access: FileAccess,
): Promise<ReadonlyMap<PlannedFile, Error>> {
  const refused = new Map<PlannedFile, Error>();
  for (const file of files) {
    try {
      await assertLanguage({ ...planned, files: [file] }, access, made);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      refused.set(file, error);
    }
  }
  return refused;
}

function toRefused(outputs: readonly FileOutput[], { message }: Error): readonly MergeOutput[] {
  return outputs.map(({ path, locale }) => ({ path, ...(locale === undefined ? {} : { locale }), error: message }));
}

function unitsOf({ units }: CurrentFiles, path: string): ReadonlyMap<string, CurrentUnit> {
  return units.get(path) ?? new Map<string, CurrentUnit>();
}

/** A file with the languages that there is something to write in. */
function limitToApplied(file: PlannedFile, own: FileTargets | undefined): readonly PlannedFile[] {
  if (own === undefined) return [];
  const locales = [...new Set([...own.values()].flatMap((targets) => [...targets.keys()]))].toSorted();
  const { existing, ...input } = file.input;
  const pairs = existing?.filter(({ locale }) => locales.includes(locale)) ?? [];
  return [{ ...file, input: { ...input, targets: locales, ...(pairs.length === 0 ? {} : { existing: pairs }) } }];
}

/** Separates translations that are there, which keep their layout, from those that get the layout of their source. */
function splitJobs(file: PlannedFile, path: string, request: MergeRequest): readonly WriteJob[] {
  const { format, input, outputs } = file;
  const fallback = request.fallback ?? defaultFallback(format.id);
  if (format.kind !== 'monolingual') return [{ file, path, fallback, isNew: false }];
  if (request.fallback === 'omit' && format.insert === undefined)
    throw projectErrors.create('PROJECT_REQUEST_INVALID', {
      problem: `entries of "${input.id}" cannot be left out, since ${format.title} has no keys`,
    });
  const pairs = input.existing ?? [];
  const isPaired = (locale: string | undefined) =>
    request.layout !== 'source' && pairs.some((pair) => pair.locale === locale);
  const paired = outputs.filter(({ locale }) => isPaired(locale));
  const others = outputs.filter(({ locale }) => !isPaired(locale));
  const { existing: _, ...alone } = input;
  const kept = request.prune === true ? pairs.map((pair) => ({ ...pair, prune: true })) : pairs;
  return [
    ...(paired.length === 0
      ? []
      : [{ file: { ...file, input: { ...input, existing: kept }, outputs: paired }, path, fallback, isNew: false }]),
    ...others.map((output) => ({ file: { ...file, input: alone, outputs: [output] }, path, fallback, isNew: true })),
  ];
}

/** A document with the translations that it is written with. */
function toWrite(
  document: FlowDocument,
  { file, path, fallback, isNew }: WriteJob,
  targets: ReadonlyMap<string, FileTargets>,
  current: CurrentFiles,
): FlowDocument {
  const own = targets.get(path) ?? new Map();
  if (!isNew) return withTargets(document, (block) => targetsOfBlock(block, own));
  const units = unitsOf(current, path);
  const locale = file.outputs[0]?.locale;
  return withTargets(document, (block) => {
    const known = units.get(block.id)?.block.targets ?? {};
    const all = { ...known, ...targetsOfBlock(block, own) };
    if (fallback !== 'empty' || locale === undefined || all[locale] !== undefined || !block.translatable) return all;
    return { ...all, [locale]: createTarget([], { status: 'new' }) };
  });
}

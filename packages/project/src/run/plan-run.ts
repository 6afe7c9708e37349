import type { ToolInvokeContext } from '@helve/core';
import { canonicalLocale, writesContent, type FileAccess, type Requirement } from '@helve/flow';
import {
  assertPlan,
  compileFlow,
  compileTrusted,
  planSteps,
  resolveBinding,
  type Binding,
  type CompiledFlow,
  type CompileEnv,
  type FileOutput,
  type FlowPlan,
  type ParsedFlow,
} from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ContentRow } from '../config/flow-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { offersTerms } from '../term/run-terms.js';
import { offersMemories } from '../memory/run-memories.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { promptDigests } from './plan-prompts.js';
import { assertRedo, withRedo } from './redo-presets.js';
import { findRunDoor } from './run-door.js';
import type { SinceRequest } from './changed-since.js';
import { assertExtensions } from './assert-extension.js';
import { withoutOtherLanguages } from './assert-language.js';
import { withoutFarther } from './closer-files.js';
import { assertPairs, assertSources, whyAlone, type PairSearch } from './assert-pairs.js';
import { AUTO, type UnmatchedTemplate } from './find-existing.js';
import { openMachineTextRecord } from './record/machine-text-record.js';
import { allTargets, findOwnTargets, fixedTargets, withOwnTargets, type OwnTargets } from './own-targets.js';
import {
  isMonolingual,
  isPaired,
  pairInputs,
  unmatchedLocales,
  withoutForeign,
  withoutTranslations,
} from './pair-inputs.js';
import { findRunInputs, withLeniency, type RunInput, type RunInputs, type SkippedFile } from './run-inputs.js';
import { assertTemplate, planRunOutputs, tellsLanguage } from './plan-run-outputs.js';
import { isExplanation, toErrorPolicy, type RunRequest } from './run-request.js';
import { findStored, type StoredSource } from './stored-source.js';
import { targetsInFile } from './targets-in-file.js';
import { madeTargets, readsTarget, writesTarget } from './written-targets.js';

/** A file of a run with the places that it goes to. */
export type PlannedFile = RunInput & { readonly outputs: readonly FileOutput[] };

/** A run that is ready: what it does, what it reads and where that goes. */
export interface PlannedRun {
  readonly plan: FlowPlan;
  readonly source: Binding;
  readonly sink: Binding;
  readonly files: readonly PlannedFile[];
  readonly skipped: readonly SkippedFile[];
  /** Number of files that are left out since they have not changed. */
  readonly unchanged: number;
  /** Languages for which `existing` leads to no file. */
  readonly unmatched: readonly UnmatchedTemplate[];
  /** Of a run from the store: its documents. */
  readonly stored: readonly string[];
}

/** Requirements that every run meets; terms and memories are there where the project has some. A missing key is reported by name. */
const offers: readonly Requirement[] = ['target-language', 'vault', 'exec', 'network', 'credentials'];

/** inputs ▸ locales ▸ bindings ▸ plan ▸ outputs. Everything that can be refused is, before any work. */
export async function planRun(
  flow: ParsedFlow,
  asked: RunRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<PlannedRun> {
  const request = withCanonicalLocales(asked);
  const door = findRunDoor(ctx);
  const cwd = door?.cwd ?? host.folder;
  const { files: patterns = [], from, to, strict } = request;
  const files = host.filesFor(ctx);
  const reach = isAtTerminal(ctx) ? undefined : host.reach;
  const content = patterns.length > 0 || from !== undefined ? [] : config.content;
  const format = request.format ?? resolveBinding('source', { commandLine: from }).format;
  const fromStore = resolveBinding('source', { commandLine: from, declared: flow.io.source }).kind === 'store';
  const named = patterns.length > 0 ? patterns : listPaths(resolveBinding('source', { commandLine: from }));
  const stored = fromStore ? await findStored(patterns, await host.openBlocks(ctx)) : undefined;
  const { folder } = host;
  const { existing, sourceLocale = host.defaults.sourceLocale } = request;
  const targetLocales = request.targetLocales ?? host.defaults.targetLocales;
  if (existing !== AUTO) assertTemplate(existing, reach, 'read');
  const find = async (names: readonly string[], rows: readonly ContentRow[]) => {
    const found = await findRunInputs(
      { names, content: rows, rows: config.content, cwd, folder, format, strict, door, files, reach },
      host.formats,
    );
    const read = request.lenient === true ? withLeniency(found) : found;
    return withMachineTexts(pairInputs(read, { existing, sourceLocale, targetLocales, cwd, folder, reach }), folder);
  };
  const all = stored === undefined ? await find(named, content) : { files: [], skipped: [] };
  const inputs = stored?.documents ?? all.files.map(({ input }) => input.path ?? input.id);
  const source = resolveBinding('source', { commandLine: from, declared: flow.io.source, inputs });
  assertInput(source, all.files, from, flow);

  const keepGoing = request.keepGoing === true;
  const isFree = (file: RunInput) => tellsLanguage(file, request, { cwd, folder });
  const ownOf = (some: readonly RunInput[]) =>
    findOwnTargets(some, host.defaults.targetLocales, { sourceLocale, keepGoing, isFree }, files);
  const isNamed = request.targetLocales !== undefined || stored !== undefined;
  const admit = await host.admitFor(ctx, flow.file);
  const draftOf = async (chosen: RunInputs) => {
    const own = isNamed ? undefined : await ownOf(chosen.files);
    const env = await createEnv(request, { inputs: chosen.files, source, stored, own }, host, config);
    return { found: chosen, own, env, draft: compileFlow(flow, host.tools, { ...env, admit, execTrusted: true }) };
  };
  const search = { existing, sourceLocale, targetLocales, cwd };
  const { found, own, env, draft } = strict === true ? await draftOf(all) : await draftForSome(all, search, draftOf);
  assertPairs(draft, found.files, search);
  const writesOutput =
    request.output !== undefined || planSteps(assertPlan(draft)).some(({ contract }) => writesContent(contract));
  const sink = resolveBinding('sink', {
    commandLine: to,
    declared: flow.io.sink,
    inputs,
    writesOutput,
    storePersistent: true,
  });
  const bound = { ...env, sink: sink.kind };
  // An explanation runs nothing, so that nobody has to consent.
  const plan = isExplanation(request)
    ? assertPlan(compileFlow(flow, host.tools, { ...bound, admit, execTrusted: true }))
    : await compileTrusted(flow, bound, host, ctx);
  assertRedo(plan, request.redo, host.tools);
  const writes = sink.kind === 'file' || sink.kind === 'interchange';
  if (writes && request.output !== AUTO) assertTemplate(request.output ?? sink.path, reach, 'write');
  if (writes) assertFormat(sink, found.files);
  // Blocks of the store go to files through those that they came from, whose bytes around them are needed.
  const known = stored !== undefined && writes ? await find(stored.documents, []) : found;
  const hasTargets = planSteps(plan).some(({ localeSets }) => localeSets.some(([, ...targets]) => targets.length > 0));
  const untranslated = hasTargets ? withoutTranslations(known, sourceLocale, existing !== AUTO) : known;
  const sources = hasTargets && existing === AUTO ? withoutForeign(untranslated, search) : untranslated;
  assertSources(sources.files, untranslated.files, search);
  const limited =
    own !== undefined
      ? { ...sources, files: withOwnTargets(sources.files, plan, own) }
      : stored === undefined
        ? await withoutOtherLanguages(withoutFarther(sources, plan.targetLocales), plan, files)
        : sources;
  const { files: chosen, skipped } = await withTargets(limited, plan, own, files);
  const made = stored === undefined ? madeTargets(plan) : plan.targetLocales;
  const changesTargets = planSteps(plan).some((step) => writesTarget(step, true));
  const outputs = writes
    ? planRunOutputs(chosen, plan, { ...request, made, changesTargets, template: sink.path }, { cwd, folder })
    : chosen.map(() => []);
  const located = chosen.map((file, index) => ({ ...file, outputs: outputs[index] ?? [] }));
  assertExtensions(located, host.formats.list());
  const planned = await changedFiles(located, request, { cwd, sourceLocale, formats: host.formats, ctx });
  const unchanged = located.length - planned.length;
  const unmatched = unmatchedLocales(chosen, existing, plan.targetLocales);
  return { plan, source, sink, skipped, stored: stored?.documents ?? [], files: planned, unchanged, unmatched };
}

/** The files that have changed since the revision that the run names, or all. */
async function changedFiles(
  files: readonly PlannedFile[],
  { since }: RunRequest,
  { ctx, ...facts }: Omit<SinceRequest, 'ref'> & { readonly ctx: ToolInvokeContext },
): Promise<readonly PlannedFile[]> {
  if (since === undefined) return files;
  if (!isAtTerminal(ctx))
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: '"since" is available at the terminal only' });
  const { changedSince } = await import('./changed-since.js');
  return changedSince(files, { ref: since, ...facts });
}

/** Adds which texts of existing translations earlier runs wrote and no person. */
async function withMachineTexts({ files, skipped }: RunInputs, folder: string): Promise<RunInputs> {
  const record = openMachineTextRecord(folder);
  const known = files.map(async (file): Promise<RunInput> => {
    const { existing } = file.input;
    if (existing === undefined) return file;
    const read = existing.map(async (one) => ({ ...one, ...(await record.find(one.path)) }));
    return { ...file, input: { ...file.input, existing: await Promise.all(read) } };
  });
  return { files: await Promise.all(known), skipped };
}

/** Refuses a sink of another format than the files have: no format is written anew yet. */
function assertFormat({ format }: Binding, files: readonly RunInput[]): void {
  const other = files.find((file) => format !== undefined && file.format.id !== format);
  if (other === undefined) return;
  const problem = `"${other.input.id}" is ${
    other.format.id
  }, and a file is written in the format that it was read in, not as ${String(format)}`;
  const suggestion = 'Leave the format out of --to, or name a path with -o';
  throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}

/** A flow that only works on two languages leaves out those of the files that have one, if others are left. */
async function draftForSome<T extends { readonly draft: CompiledFlow }>(
  all: RunInputs,
  search: PairSearch,
  draftOf: (chosen: RunInputs) => Promise<T>,
): Promise<T> {
  const wanted = await draftOf(all);
  const files = all.files.filter((file) => !isMonolingual(file));
  const single = all.files.filter((file) => !files.includes(file));
  if (wanted.draft.plan !== undefined || single.length === 0 || files.length === 0) return wanted;
  const left = single.map((file): SkippedFile => {
    const { path, id } = file.input;
    return { path: path ?? id, reason: whyAlone(file, search) };
  });
  const some = await draftOf({ files, skipped: [...all.skipped, ...left] });
  return some.draft.plan === undefined ? wanted : some;
}

interface EnvFacts {
  readonly inputs: readonly RunInput[];
  readonly source: Binding;
  readonly stored: StoredSource | undefined;
  /** Targets that files have, where nobody names one. */
  readonly own: OwnTargets | undefined;
}

/** Spells the locales of a request as those of files and plans are: `km-kh` is `km-KH`. */
function withCanonicalLocales(request: RunRequest): RunRequest {
  const { sourceLocale, targetLocales } = request;
  return {
    ...request,
    ...(sourceLocale === undefined ? {} : { sourceLocale: canonicalLocale(sourceLocale) }),
    ...(targetLocales === undefined ? {} : { targetLocales: targetLocales.map(canonicalLocale) }),
  };
}

async function createEnv(
  request: RunRequest,
  { inputs, source, stored, own }: EnvFacts,
  { defaults, tools, folder }: ProjectHost,
  config: ResolvedConfig,
): Promise<CompileEnv> {
  const sourceLocale = request.sourceLocale ?? defaults.sourceLocale;
  const named = request.targetLocales ?? defaults.targetLocales;
  const found = own === undefined ? [] : allTargets(own);
  const targetLocales = found.length > 0 ? found : named.length > 0 ? named : (stored?.targets ?? []);
  const kinds = new Set(inputs.map((file) => (isPaired(file) ? 'bilingual' : file.format.kind)));
  const kind = kinds.size === 1 ? [...kinds][0] : kinds.has('monolingual') ? undefined : 'bilingual';
  return {
    sourceLocale,
    targetLocales,
    targetsFromRun: request.targetLocales !== undefined,
    stated: own && fixedTargets(own),
    source: { kind: source.kind, ...(kind === undefined ? {} : { format: kind }) },
    presets: withRedo(defaults.presets, request.redo, tools),
    offers: [
      ...offers,
      ...(offersTerms(config.terms, folder) ? (['termbase'] as const) : []),
      ...((await offersMemories(config, folder)) ? (['tm'] as const) : []),
    ],
    strict: request.strict,
    redactionRequired: config.redaction.required,
    parallelBlocks: request.parallelBlocks,
    onError: toErrorPolicy(request.onError),
    digestsOf: (tool, stepConfig) =>
      promptDigests(tools.get(tool), stepConfig, { source: sourceLocale, targets: targetLocales }),
  };
}

function listPaths({ path }: Binding): readonly string[] {
  return path === undefined ? [] : [path];
}

function assertInput(source: Binding, files: readonly RunInput[], from: string | undefined, flow: ParsedFlow): void {
  if (files.length > 0 || source.kind === 'store') return;
  if (source.kind === 'none' && (from !== undefined || flow.io.source === 'none')) return;
  const suggestion = 'Name files, folders or patterns, or list them under `content` in the config';
  throw projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: 'there are no files to work on' },
    { details: { suggestion } },
  );
}

/**
 * Where no step makes targets, a bilingual file takes part with those that it holds; a template, which holds none, takes
 * part where no step needs any.
 */
async function withTargets(
  all: RunInputs,
  plan: FlowPlan,
  own: OwnTargets | undefined,
  access: FileAccess,
): Promise<RunInputs> {
  const isPlain = plan.targetLocales.length < 2 && !all.files.some(isPaired);
  if (isPlain || planSteps(plan).some((step) => writesTarget(step, false))) return all;
  const needsTargets = planSteps(plan).some(readsTarget);
  const files: RunInput[] = [];
  const skipped: SkippedFile[] = [...all.skipped];
  for (const file of all.files) {
    const { input } = file;
    const isKnown = own?.stated.has(input.id) === true;
    const targets = isKnown ? undefined : await targetsInFile(file, plan, access);
    if (targets === undefined) files.push(file);
    else if (targets.length > 0) files.push({ ...file, input: { ...input, targets } });
    else if (!needsTargets) files.push(file);
    else skipped.push({ path: input.path ?? input.id, reason: 'no target language' });
  }
  return files.length === 0 ? all : { files, skipped };
}

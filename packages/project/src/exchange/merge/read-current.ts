import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ToolInvokeContext } from '@helve/core';
import type { ExistingFile } from '@helve/flow/content';
import { readFlow, readFlowInput } from '@helve/flow/engine';
import { keysOfBlock, type CurrentUnit, type ExchangeManifest, type ManifestFile } from '@helve/l10n';
import type { ResolvedConfig } from '../../config/config-keys.js';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import { isAtTerminal } from '../../reach/caller-files.js';
import { AUTO } from '../../run/find-existing.js';
import { planRun, type PlannedFile, type PlannedRun } from '../../run/plan-run.js';
import { runPlanned } from '../../run/run-files.js';
import type { RunRequest } from '../../run/run-request.js';
import { projectErrors } from '../../project-errors.js';
import { collectUnits, type CollectedDocument } from '../collect-units.js';
import type { MergeRequest } from './merge-request.js';

/** Source files of one format, read together. */
export interface CurrentGroup {
  readonly planned: PlannedRun;
  readonly run: RunRequest;
}

/** Source files of returned units as they are today. */
export interface CurrentFiles {
  readonly groups: readonly CurrentGroup[];
  /** Blocks by file and key. */
  readonly units: ReadonlyMap<string, ReadonlyMap<string, CurrentUnit>>;
}

/** Reads the source files of batches with their translations of today. Their paths are checked as if somebody had typed them. */
export async function readCurrent(
  manifests: readonly ExchangeManifest[],
  locales: readonly string[],
  request: MergeRequest,
  site: { readonly host: ProjectHost; readonly config: ResolvedConfig; readonly ctx: ToolInvokeContext },
): Promise<CurrentFiles> {
  const { host } = site;
  const groups: CurrentGroup[] = [];
  const units = new Map<string, Map<string, CurrentUnit>>();
  for (const files of groupFiles(manifests)) {
    const group = await planGroup(files, manifests[0]?.sourceLocale ?? '', locales, request, site);
    if (group === undefined) continue;
    groups.push(group);
    const collected = new Map<string, CollectedDocument>();
    const plain =
      request.flow === undefined
        ? group
        : await planGroup(files, manifests[0]?.sourceLocale ?? '', locales, { ...request, flow: undefined }, site);
    if (plain === undefined) continue;
    const report = await runPlanned(plain.planned, undefined, plain.run, {
      host,
      ctx: site.ctx,
      redirect: collectUnits(collected),
    });
    const failed = report.documents.find(({ error }) => error !== undefined);
    if (failed?.error !== undefined)
      throw projectErrors.create('PROJECT_MERGE_FAILED', { file: failed.document, problem: failed.error.message });
    for (const file of plain.planned.files) {
      const read = collected.get(file.input.id);
      if (read !== undefined) units.set(pathIn(host.folder, file), toUnits(file, read));
    }
  }
  return { groups, units };
}

/** Files by the format that they were extracted in, each once. */
function groupFiles(manifests: readonly ExchangeManifest[]): readonly (readonly ManifestFile[])[] {
  const groups = new Map<string, Map<string, ManifestFile>>();
  for (const file of manifests.flatMap(({ files }) => files)) {
    const group = groups.get(file.format) ?? new Map<string, ManifestFile>();
    groups.set(file.format, group.set(file.path, file));
  }
  return [...groups.values()].map((group) => [...group.values()]);
}

async function planGroup(
  files: readonly ManifestFile[],
  sourceLocale: string,
  targetLocales: readonly string[],
  { output, flow }: Omit<MergeRequest, 'flow'> & { readonly flow?: MergeRequest['flow'] | undefined },
  {
    host,
    config,
    ctx,
  }: { readonly host: ProjectHost; readonly config: ResolvedConfig; readonly ctx: ToolInvokeContext },
): Promise<CurrentGroup | undefined> {
  const reach = isAtTerminal(ctx) ? undefined : host.reach;
  const there = files.filter(({ path }) => {
    if (reach !== undefined) reach.locate(path, 'read');
    return existsSync(resolve(host.folder, path));
  });
  const [first] = there;
  if (first === undefined) return undefined;
  const run: RunRequest = {
    flow: 'merge',
    to: 'none',
    files: there.map(({ path }) => (reach === undefined ? resolve(host.folder, path) : path)),
    format: first.format,
    existing: output === undefined || !output.includes('{lang') ? AUTO : output,
    sourceLocale,
    targetLocales,
  };
  const steps = flow === undefined ? readFlow({ name: 'merge', steps: [] }) : await readFlowInput(flow, host, ctx);
  const planned = await planRun(steps, run, host, config, ctx);
  const byPath = new Map(there.map((file) => [file.path, file]));
  const own = planned.files.map((file) =>
    withKnownPairs(file, byPath.get(pathIn(host.folder, file)), targetLocales, host, reach),
  );
  return { planned: { ...planned, files: own }, run };
}

/** Adds the translations that were read when the file went out, where none is found today. */
function withKnownPairs(
  file: PlannedFile,
  known: ManifestFile | undefined,
  locales: readonly string[],
  { folder }: ProjectHost,
  reach: ProjectHost['reach'] | undefined,
): PlannedFile {
  const { input, format } = file;
  if (known === undefined || format.kind !== 'monolingual') return file;
  const found = new Map((input.existing ?? []).map((one) => [one.locale, one]));
  for (const { locale, path } of known.existing ?? []) {
    const place = resolve(folder, path);
    if (found.has(locale) || !locales.includes(locale) || !existsSync(place)) continue;
    if (reach !== undefined) reach.locate(path, 'read');
    found.set(locale, { id: path, path: place, locale } satisfies ExistingFile);
  }
  return found.size === 0 ? file : { ...file, input: { ...input, existing: [...found.values()] } };
}

function toUnits({ format }: PlannedFile, { blocks }: CollectedDocument): Map<string, CurrentUnit> {
  const units = new Map<string, CurrentUnit>();
  const keepsState = format.kind !== 'monolingual';
  for (const { block, line } of blocks)
    for (const key of keysOfBlock(block)) units.set(key, { block, line, keepsState });
  return units;
}

/** Path of a file from the project, as manifests have it. */
export function pathIn(folder: string, { input }: Pick<PlannedFile, 'input'>): string {
  return relative(folder, input.path ?? '').replaceAll(sep, '/');
}

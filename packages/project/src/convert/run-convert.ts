import { createHash } from 'node:crypto';
import { basename, isAbsolute, relative, sep } from 'node:path';
import { countOf, type ToolInvokeContext } from '@helve/core';
import type { ContentLoss } from '@helve/flow';
import type { DetectedFormat, Format } from '@helve/flow/content';
import { writeOutput } from '@helve/flow/engine';
import {
  assertPair,
  conversionFormats,
  convertBlocks,
  hasFormEntries,
  newFileKind,
  optionFeatures,
  packOriginal,
  presetOptions,
  refuseFile,
  writeConverted,
  writeOriginal,
} from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { projectErrors } from '../project-errors.js';
import { assertWithinReach } from '../reach/assert-within-reach.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { assertOverwrite } from '../run/assert-overwrite.js';
import { makeFolders } from '../run/output-folder.js';
import { AUTO } from '../run/find-existing.js';
import { assertTemplate } from '../run/plan-run-outputs.js';
import { openOutputRecord } from '../run/record/output-record.js';
import { addOutputs, recordKey } from '../run/record/output-store.js';
import { findRunDoor } from '../run/run-door.js';
import type { ConvertedOutput, ConvertReport } from './convert-report.js';
import type { ConvertRequest } from './convert-request.js';
import { planConversion, type PlannedConversion } from './plan-conversion.js';
import { joinOriginals } from './join-originals.js';
import { readDocuments, type ReadInput } from './read-documents.js';

/** A new file with its bytes, before it is written. */
interface MadeFile {
  readonly output: ConvertedOutput;
  readonly bytes: Uint8Array;
  readonly losses: readonly ContentLoss[];
}

/** read ▸ plan ▸ convert ▸ write. Everything is made in memory first, so that nothing is written where one file fails. */
export async function runConvert(
  request: ConvertRequest,
  project: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<ConvertReport> {
  const host = { ...project, formats: conversionFormats(project.formats) };
  const cwd = findRunDoor(ctx)?.cwd ?? host.folder;
  const to = findFormat(request.to, host);
  if (request.output !== AUTO) assertTemplate(request.output, isAtTerminal(ctx) ? undefined : host.reach, 'write');
  const { inputs: read, skipped } = await readDocuments(request, host, config, ctx);
  const inputs = joinOriginals(read, to.format);
  for (const { file, blocks } of inputs)
    assertPair({ format: file.format, document: file.input.id, blocks }, to.format, host.formats);
  const planned = planConversion(inputs, { format: to.format, template: request.output, cwd });
  await assertWritable(planned, request, host, ctx);
  const made: MadeFile[] = [];
  for (const one of planned) made.push(await makeFile(one, to, request, host, ctx));
  const losses = [...inputs.flatMap((input) => input.losses), ...made.flatMap((file) => file.losses)];
  if (request.strict === true && losses.length > 0) throw lossesRefused(losses, to.format.id);
  if (request.explain !== true) await writeFiles(made, host, ctx);
  const [only] = made;
  const content = only !== undefined && only.output.path === undefined ? Buffer.from(only.bytes).toString() : undefined;
  return {
    schema: 'helve.convert/v1',
    outputs: made.map(({ output }) => shownTo(ctx, output, host.folder)),
    losses,
    skipped,
    ...(content === undefined || request.explain === true ? {} : { content }),
  };
}

function findFormat(name: string, { formats }: ProjectHost): DetectedFormat {
  const found = formats.detect({ formatId: name, head: new Uint8Array(0) });
  if (found.format === undefined) throw refuseFile(name, found);
  return { ...found, format: { ...found.format, kind: newFileKind(found.format) } };
}

/** Refuses outputs that the caller may not write, inputs that would be replaced, and files that nobody read. */
async function assertWritable(
  planned: readonly PlannedConversion[],
  { overwrite }: ConvertRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<void> {
  const cwd = findRunDoor(ctx)?.cwd ?? host.folder;
  const paths = planned.flatMap(({ path }) => path ?? []);
  assertWithinReach(paths, host, ctx);
  if (overwrite === true) return;
  const read = new Set(planned.flatMap(({ input: { file } }) => file.input.path ?? []));
  const own = paths.find((path) => read.has(path));
  if (own !== undefined) {
    const suggestion = 'Choose another path with -o, or replace the file with --overwrite';
    const problem = `"${relative(cwd, own).replaceAll(sep, '/')}" would be replaced with its conversion`;
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
  }
  const files = planned.map(({ input: { file }, path }) => ({
    ...file,
    input: { id: file.input.id },
    outputs: path === undefined ? [] : [{ path }],
  }));
  await assertOverwrite(files, cwd, openOutputRecord(host.folder));
}

async function makeFile(
  planned: PlannedConversion,
  to: DetectedFormat,
  request: ConvertRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<MadeFile> {
  const { input, locale, path } = planned;
  const home = homeFormat(input, to, request, host);
  const made = home === undefined ? makeNew(planned, to, request, host, ctx) : makeHome(planned, home, host, ctx);
  const { bytes, units, losses } = await made;
  const { format, preset } = to;
  const output = {
    inputs: input.documents,
    ...(path === undefined ? {} : { path }),
    format: preset === undefined ? format.id : `${format.id}:${preset}`,
    ...(locale === undefined ? {} : { locale }),
    units,
    bytes: bytes.length,
  };
  return { output, bytes, losses };
}

type Made = Omit<MadeFile, 'output'> & { readonly units: number };

/** The format in which the texts of an exchange file go back into their own file; none where they are to become other. */
function homeFormat(
  { original }: ReadInput,
  { format, preset }: DetectedFormat,
  { keys, placeholders, foldPlurals, only }: ConvertRequest,
  { formats }: ProjectHost,
): Format | undefined {
  const isOther = [keys, placeholders].some((choice) => choice !== undefined && choice !== 'keep');
  if (original?.format !== format.id || isOther || foldPlurals !== undefined || only !== undefined) return undefined;
  if (preset !== undefined) return format;
  // Its name may tell a preset.
  const found = formats.detect({ path: original.name, head: original.bytes.subarray(0, HEAD_BYTES) });
  return found.format?.id === format.id ? found.format : format;
}

/** Bytes by which the format of a file is known. */
const HEAD_BYTES = 64 * 1024;

async function makeHome(
  { input, locale, locales }: PlannedConversion,
  format: Format,
  { formats }: ProjectHost,
  { signal }: ToolInvokeContext,
): Promise<Made> {
  const { original, blocks, sourceLocale } = input;
  const written = await writeOriginal({
    format,
    options: {},
    bytes: original?.bytes ?? new Uint8Array(0),
    blocks,
    document: original?.name ?? '',
    sourceLocale,
    locales: locale === undefined ? locales : [locale],
    formats,
    signal,
  });
  return { ...written, units: blocks.length };
}

async function makeNew(
  { input, locale, locales }: PlannedConversion,
  { format, preset }: DetectedFormat,
  request: ConvertRequest,
  { formats }: ProjectHost,
  { signal }: ToolInvokeContext,
): Promise<Made> {
  const { file, sourceLocale } = input;
  // Who reads an exchange file need not know where its original lies on the machine.
  const document = isAbsolute(file.input.id) ? basename(file.input.id) : file.input.id;
  const { keys, placeholders, foldPlurals, only } = request;
  const options = preset === undefined ? {} : presetOptions(format, preset);
  const { blocks, losses } = convertBlocks(
    input.blocks,
    {
      format: format.id,
      preset,
      kind: format.kind,
      capacity: assertPair({ format: file.format, document, blocks: input.blocks }, format, formats),
      byOptions: optionFeatures(format.id, options),
      hasFormEntries: hasFormEntries(format.id, options),
      from: file.format.id,
      sourceLocale,
      locales,
      document,
    },
    { keys, placeholders: placeholders === 'keep' ? undefined : placeholders, foldPlurals, only },
  );
  const isOne = format.kind === 'monolingual';
  const written = await writeConverted({
    format,
    options,
    blocks,
    document,
    sourceLocale: isOne ? (locale ?? sourceLocale) : sourceLocale,
    targetLocale: isOne ? undefined : locale,
    skeleton: format.id === 'xliff2' ? await skeletonOf(input) : undefined,
    formats,
    signal,
  });
  const units = blocks.filter(({ type }) => type !== 'header').length;
  return { bytes: written.bytes, losses: [...losses, ...written.losses], units };
}

/** The file itself, for an exchange file of a table of texts: with it, translations find back to where they belong. */
async function skeletonOf({ file: { format }, source }: ReadInput): Promise<string | undefined> {
  if (format.kind === 'bilingual' || !format.caps.generative) return undefined;
  return packOriginal({ format: format.id, bytes: await source.bytes() });
}

async function writeFiles(made: readonly MadeFile[], host: ProjectHost, ctx: ToolInvokeContext): Promise<void> {
  const files = made.flatMap(({ output: { path }, bytes }) => (path === undefined ? [] : [{ path, bytes }]));
  const removeEmptyFolders = await makeFolders(files.map(({ path }) => path));
  try {
    for (const { path, bytes } of files) await writeOutput(path, (sink) => sink.write(bytes), host.filesFor(ctx));
  } finally {
    await removeEmptyFolders();
  }
  if (files.length === 0) return;
  const known = files.map(
    ({ path, bytes }) =>
      [recordKey(host.folder, path), { sha256: createHash('sha256').update(bytes).digest('hex') }] as const,
  );
  await addOutputs(host.folder, async () => Object.fromEntries(known));
}

function lossesRefused(losses: readonly ContentLoss[], format: string): Error {
  const findings = losses.map(({ document, kind, detail }) => ({
    where: document,
    message: `${kind}: ${JSON.stringify(detail)}`,
  }));
  const problem = `--strict allows no losses, and there would be ${countOf(losses.length, 'loss', 'losses')}`;
  return projectErrors.create('PROJECT_LOSSES_REFUSED', { format, problem }, { details: { findings } });
}

/** Callers from outside hear of places in the project, and not of where it lies on the machine. */
function shownTo(ctx: ToolInvokeContext, output: ConvertedOutput, folder: string): ConvertedOutput {
  if (output.path === undefined || isAtTerminal(ctx)) return output;
  return { ...output, path: relative(folder, output.path).replaceAll(sep, '/') };
}

import { resolve } from 'node:path';
import type { FileAccess } from '@helve/flow';
import type { Format, FormatDetection, FormatResolver } from '@helve/flow/content';
import {
  fileHead,
  findInputs,
  isGlob,
  sourceHead,
  STANDARD_INPUT,
  type FileInput,
  type SkippedInput,
} from '@helve/flow/engine';
import { l10nErrors, refuseFile } from '@helve/l10n/run';
import type { ContentRow } from '../config/flow-keys.js';
import { projectErrors } from '../project-errors.js';
import type { Reach } from '../reach/reach.js';
import type { RunDoor } from './run-door.js';

/** A file of a run with the format it has. */
export interface RunInput {
  readonly input: FileInput;
  readonly format: Format;
  /** Preset that it was recognized by. */
  readonly preset?: string;
  /** Template of its outputs, if the project sets one. */
  readonly template?: string;
  /** True for a file that was named itself, and not found in a folder or by a pattern. */
  readonly named?: boolean;
}

export interface RunInputs {
  readonly files: readonly RunInput[];
  readonly skipped: readonly SkippedFile[];
}

/** A file that is not read, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason:
    | SkippedInput['reason']
    | 'unknown format'
    | 'no reader for its format'
    | 'one language'
    | 'no source beside it'
    | 'translation of a file beside it'
    | 'no target language'
    | 'another target language';
}

export interface InputRequest {
  readonly names: readonly string[];
  /** Taken when no names are given. */
  readonly content: readonly ContentRow[];
  /** Rows of the project, whose target and format hold for named files too. */
  readonly rows?: readonly ContentRow[];
  readonly cwd: string;
  readonly folder: string;
  readonly format?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly door?: RunDoor | undefined;
  readonly files: FileAccess;
  /** Set for callers at a door. */
  readonly reach?: Reach | undefined;
}

/** Lets formats that can do so read files that break their rules. */
export function withLeniency({ files, skipped }: RunInputs): RunInputs {
  const lenient = files.map((file): RunInput => {
    const { input, format } = file;
    if (!Object.hasOwn(format.options.properties, 'lenient')) return file;
    return { ...file, input: { ...input, options: { ...input.options, lenient: true } } };
  });
  return { files: lenient, skipped };
}

/** Finds the files of a run and their formats. Of a folder, files of no known format are skipped; one that was named is refused. */
export async function findRunInputs(request: InputRequest, formats: FormatResolver): Promise<RunInputs> {
  const { names, content, cwd, folder } = request;
  const files: RunInput[] = [];
  const taken = new Set<string>();
  const skipped: SkippedFile[] = [];
  const named = names.map((path): ContentRow & { at: string } => ({ path, at: cwd }));
  const rows = named.length > 0 ? named : content.map((row) => ({ ...row, at: folder }));
  const known = named.length > 0 ? await rowsByPath(request) : new Map<string, ContentRow>();
  for (const row of rows) {
    assertNamed(row, request.reach);
    const found = await findInputs([row.path], row.at, request.reach);
    skipped.push(...found.skipped);
    for (const { id, path } of found.files) {
      if (taken.has(id)) continue;
      const { format: ownFormat, target } = known.get(path) ?? row;
      const requested = request.format ?? ownFormat;
      const input = path === STANDARD_INPUT ? standardInput(request.door) : { id, path };
      const detected = await detectInput(input, requested, formats, request.files);
      if (detected.format !== undefined) {
        taken.add(id);
        const withFormat = requested === undefined ? input : { ...input, formatId: requested };
        files.push({
          input: withFormat,
          format: detected.format,
          ...(detected.preset === undefined ? {} : { preset: detected.preset }),
          ...(target === undefined ? {} : { template: target }),
          ...(path === resolve(row.at, row.path) ? { named: true } : {}),
        });
      } else if (path === resolve(row.at, row.path)) {
        throw refuseFile(id, detected);
      } else skipped.push({ path, reason: detected.known ? 'no reader for its format' : 'unknown format' });
    }
  }
  if (request.strict === true && skipped.length > 0) throw skippedInStrict(skipped);
  return { files, skipped };
}

/** The first row of the project that each of its files belongs to; a row that leads to nothing has none. */
async function rowsByPath({ rows = [], folder, reach }: InputRequest): Promise<ReadonlyMap<string, ContentRow>> {
  const byPath = new Map<string, ContentRow>();
  for (const row of rows) {
    const { files } = await findInputs([row.path], folder, reach).catch(() => ({ files: [] }));
    for (const { path } of files) if (!byPath.has(path)) byPath.set(path, row);
  }
  return byPath;
}

/** Refuses a file or folder before anybody looks whether it is there; of a pattern, what it finds is looked at. */
function assertNamed({ path }: ContentRow, reach: Reach | undefined): void {
  if (reach !== undefined && path !== STANDARD_INPUT && !isGlob(path)) reach.locate(path, 'read');
}

function standardInput(door: RunDoor | undefined): FileInput {
  if (door?.standard === undefined)
    throw projectErrors.create('PROJECT_REQUEST_INVALID', {
      problem: '"-" means standard input, which is not available here',
    });
  const { source, path } = door.standard;
  return { id: STANDARD_INPUT, source, outputs: [{ path }] };
}

async function detectInput(
  input: FileInput,
  formatId: string | undefined,
  formats: FormatResolver,
  files: FileAccess,
): Promise<FormatDetection> {
  const head = input.source === undefined ? fileHead(input.path ?? '', files) : await sourceHead(input.source);
  const found = formats.detect({
    head,
    ...(input.path === undefined ? {} : { path: input.path }),
    ...(formatId === undefined ? {} : { formatId }),
  });
  if (found.format === undefined && formatId !== undefined) {
    if (found.known !== undefined) throw refuseFile(input.id, found);
    throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: formatId });
  }
  return found;
}

function skippedInStrict(skipped: readonly SkippedFile[]): Error {
  const findings = skipped.map(({ path, reason }) => ({ where: path, message: `It would be skipped: ${reason}` }));
  const problem = `--strict allows no skipped files, and there are ${skipped.length}`;
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { findings } });
}

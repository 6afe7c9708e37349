import { readFile } from 'node:fs/promises';
import { bytesSource, runsHash, type ExistingFile, type Format, type FormatResolver } from '@helve/flow/content';
import { openGitRevision, type GitRevision } from './git-revision.js';
import type { PlannedFile } from './plan-run.js';

/** The run whose files are compared. */
export interface SinceRequest {
  readonly ref: string;
  readonly cwd: string;
  readonly sourceLocale: string;
  readonly formats: FormatResolver;
}

/** Files that differ from a revision; of a file with existing translations, the blocks that differ on either side. */
export async function changedSince(
  files: readonly PlannedFile[],
  request: SinceRequest,
): Promise<readonly PlannedFile[]> {
  const revision = await openGitRevision(request.ref, request.cwd);
  const changed: PlannedFile[] = [];
  for (const file of files) {
    const { path, existing = [] } = file.input;
    const paths = [path, ...existing.map((one) => one.path)];
    if (path !== undefined && !paths.some((one) => one !== undefined && revision.isChanged(one))) continue;
    if (path === undefined || existing.length === 0) changed.push(file);
    else changed.push(...(await changedPair(file, path, revision, request)));
  }
  return changed;
}

/** Content of blocks by name, as hashes. */
type Units = ReadonlyMap<string, number>;

async function changedPair(
  file: PlannedFile,
  path: string,
  revision: GitRevision,
  { sourceLocale, formats }: SinceRequest,
): Promise<readonly PlannedFile[]> {
  const { input, format } = file;
  const both = async (place: string, locale: string) => {
    const old = await revision.bytes(place);
    const read = (bytes: Uint8Array) => readUnits(bytes, format, formats, file, locale);
    // A text that cannot be read any more was another one.
    const before =
      old === undefined ? new Map<string, number>() : await read(old).catch(() => new Map<string, number>());
    return { before, now: await read(await readFile(place)) };
  };
  const source = await both(path, sourceLocale);
  const names = differing(source.before, source.now);
  const blocks = new Set(names);
  const existing: ExistingFile[] = [];
  for (const one of input.existing ?? []) {
    const target = await both(one.path, one.locale);
    const changed = differing(target.before, target.now);
    for (const name of changed) blocks.add(name);
    // Of a source that was not there, nobody knows another text.
    existing.push({ ...one, stale: [...names].filter((name) => source.before.has(name) && !changed.has(name)) });
  }
  return blocks.size === 0 ? [] : [{ ...file, input: { ...input, existing, blocks: [...blocks] } }];
}

async function readUnits(
  bytes: Uint8Array,
  format: Format,
  formats: FormatResolver,
  { input }: PlannedFile,
  sourceLocale: string,
): Promise<Units> {
  const units = new Map<string, number>();
  const { signal } = new AbortController();
  const ctx = { document: input.id, sourceLocale, signal, formats, lose: () => undefined };
  for await (const part of format.read(bytesSource(bytes), input.options ?? {}, ctx))
    if (part.kind === 'block') units.set(part.block.name, runsHash(part.block.source));
  return units;
}

/** Names whose content is another now; those that are gone count too. */
function differing(before: Units, now: Units): ReadonlySet<string> {
  return new Set([...before.keys(), ...now.keys()].filter((name) => before.get(name) !== now.get(name)));
}

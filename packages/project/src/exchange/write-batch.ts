import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { JsonObject, ToolInvokeContext } from '@helve/core';
import { OutputFile } from '@helve/flow/engine';
import { exchangeParts, writeExchange, type ExchangeManifest, type ManifestOutput } from '@helve/l10n';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { projectErrors } from '../project-errors.js';
import { makeFolders } from '../run/output-folder.js';
import { hashFile } from '../run/record/output-store.js';
import { readVersion } from '../version.js';
import type { BatchFolder } from './batch-folder.js';
import type { ExtractedFile } from './extract-report.js';
import type { ExtractRequest } from './extract-request.js';
import type { PlannedExchange } from './plan-exchange.js';
import type { ReadSources } from './read-sources.js';
import { sourceBytes } from './source-bytes.js';

/** A batch that is ready to be written. */
export interface BatchWriting {
  readonly manifest: Omit<ExchangeManifest, 'version' | 'createdAt'> & Partial<ExchangeManifest>;
  readonly planned: readonly PlannedExchange[];
  readonly request: ExtractRequest;
  readonly sources: ReadSources;
}

/** Files of a batch that are in their places. */
export interface WrittenBatch {
  readonly outputs: readonly ExtractedFile[];
  /** False where all of them were there already. */
  readonly isNew: boolean;
}

/** Writes the files of a batch that are not there yet: all of them aside, then the manifest, then each gets its name. */
export async function writeBatch(
  { manifest, planned, request, sources }: BatchWriting,
  host: ProjectHost,
  batches: BatchFolder,
  ctx: ToolInvokeContext,
): Promise<WrittenBatch> {
  const shown = (path: string) => relative(host.folder, path).replaceAll(sep, '/');
  const known = new Map(manifest.outputs.map((output) => [output.path, output]));
  const missing = planned.filter(({ path }) => !known.has(shown(path)) || !existsSync(path));
  await assertFree(missing, shown, batches);
  const removeEmptyFolders = await makeFolders(missing.map(({ path }) => path));
  const drafts: Draft[] = [];
  try {
    for (const exchange of missing) drafts.push(await writeDraft(exchange, manifest, request, host, ctx));
    const made = drafts.map(({ exchange: { path, locale, units }, sha256 }) => ({
      path: shown(path),
      locale,
      units,
      sha256,
    }));
    if (made.length > 0) {
      const outputs = mergeOutputs(manifest.outputs, made);
      const stamped = { version: readVersion(), createdAt: new Date().toISOString(), ...manifest, outputs };
      const bytes = request.withSource === true ? await sourceBytes(sources, host, ctx) : undefined;
      await batches.put(stamped, bytes);
    }
    for (const { file } of drafts) await file.commit();
  } catch (error) {
    for (const { file } of drafts) await file.discard();
    throw error;
  } finally {
    await removeEmptyFolders();
  }
  const bytes = new Map(drafts.map(({ exchange, file }) => [exchange.path, file.bytes]));
  return {
    isNew: missing.length > 0,
    outputs: planned.map(({ path, locale, units }) => {
      const size = bytes.get(path);
      return { path: shown(path), locale, units, ...(size === undefined ? {} : { bytes: size }) };
    }),
  };
}

/** A file that is written and does not have its name yet. */
interface Draft {
  readonly exchange: PlannedExchange;
  readonly file: OutputFile;
  readonly sha256: string;
}

async function writeDraft(
  exchange: PlannedExchange,
  { batch, format, sourceLocale }: BatchWriting['manifest'],
  request: ExtractRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<Draft> {
  const { path, locale, files } = exchange;
  const file = new OutputFile(path, randomBytes(6).toString('hex'), host.filesFor(ctx));
  const hash = createHash('sha256');
  try {
    await writeExchange({
      format,
      batch,
      note: request.note,
      options: optionsOf(request),
      parts: exchangeParts(files, { batch, sourceLocale, note: request.note }),
      sink: {
        write: (bytes) => {
          hash.update(bytes);
          return file.write(bytes);
        },
      },
      ctx: {
        document: files[0]?.path ?? batch,
        sourceLocale,
        targetLocale: locale,
        signal: ctx.signal,
        formats: host.formats,
        lose: () => undefined,
      },
    });
    await file.finish();
    await file.settle();
    return { exchange, file, sha256: hash.digest('hex') };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function optionsOf({ to = 'xliff2', xliffVersion }: ExtractRequest): JsonObject {
  return to === 'xliff2' && xliffVersion !== undefined ? { version: xliffVersion } : {};
}

function mergeOutputs(known: readonly ManifestOutput[], made: readonly ManifestOutput[]): readonly ManifestOutput[] {
  return [...new Map([...known, ...made].map((output) => [output.path, output])).values()];
}

/** Refuses to replace a file that is not as Helve wrote it: a translator may have worked on it. */
async function assertFree(
  planned: readonly PlannedExchange[],
  shown: (path: string) => string,
  batches: BatchFolder,
): Promise<void> {
  const taken = planned.filter(({ path }) => existsSync(path));
  if (taken.length === 0) return;
  const outputs = (await batches.list()).flatMap((manifest) => manifest.outputs);
  const known = new Set(outputs.map(({ path, sha256 }) => `${sha256} ${path}`));
  for (const { path } of taken) {
    const file = shown(path);
    if (known.has(`${(await hashFile(path)) ?? ''} ${file}`)) continue;
    const suggestion = 'Merge it first, or choose another folder with -o';
    throw projectErrors.create(
      'PROJECT_FILE_EXISTS',
      { file, problem: 'it is not a file of this batch, or it was changed' },
      { details: { suggestion } },
    );
  }
}

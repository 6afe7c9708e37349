import { statSync } from 'node:fs';
import type { ToolInvokeContext } from '@helve/core';
import { canonicalLocale, type FileAccess } from '@helve/flow';
import { sizedFileSource, type ByteSource, type Format } from '@helve/flow/content';
import { loadPairFormat, type ConversionDocument } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { AUTO } from '../run/find-existing.js';
import { isPaired, pairInputs } from '../run/pair-inputs.js';
import { assertTemplate } from '../run/plan-run-outputs.js';
import { findRunDoor } from '../run/run-door.js';
import { findRunInputs, type RunInput, type SkippedFile } from '../run/run-inputs.js';
import type { ConvertRequest } from './convert-request.js';

/** A file of a conversion as it was read. */
export interface ReadInput extends ConversionDocument {
  readonly file: RunInput;
  /** Names of the files that it was read from. */
  readonly documents: readonly string[];
  /** Languages to write: its own, or those of them that were asked for. */
  readonly written: readonly string[];
  readonly source: ByteSource;
}

/** Reads the files of a conversion with their existing translations. */
export async function readDocuments(
  request: ConvertRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<{ readonly inputs: readonly ReadInput[]; readonly skipped: readonly SkippedFile[] }> {
  const { folder, defaults } = host;
  const door = findRunDoor(ctx);
  const cwd = door?.cwd ?? folder;
  const files = host.filesFor(ctx);
  const reach = isAtTerminal(ctx) ? undefined : host.reach;
  const { existing, format, sourceLocale = defaults.sourceLocale } = request;
  const targetLocales = (request.targetLocales ?? []).map(canonicalLocale);
  if (existing !== AUTO) assertTemplate(existing, reach, 'read');
  const search = { names: request.files, content: [], rows: config.content, cwd, folder, format, door, files, reach };
  const found = await findRunInputs(search, host.formats);
  const { files: paired, skipped } = pairInputs(found, { existing, sourceLocale, targetLocales, cwd, folder, reach });
  const inputs: ReadInput[] = [];
  for (const file of paired) {
    const read = await readInput(file, { sourceLocale, targetLocales }, host, ctx);
    inputs.push({ ...read, written: writtenLocales(file, read, targetLocales) });
  }
  return { inputs, skipped };
}

async function readInput(
  file: RunInput,
  { sourceLocale, targetLocales }: { readonly sourceLocale: string; readonly targetLocales: readonly string[] },
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<Omit<ReadInput, 'written'>> {
  const { readForConversion } = await import('@helve/l10n');
  const access = host.filesFor(ctx);
  const { input } = file;
  const [targetLocale, another] = targetLocales.filter((locale) => locale !== sourceLocale);
  const source = input.source ?? openFile(input.path ?? '', access);
  const read = await readForConversion({
    format: await withExisting(file, access),
    source,
    options: input.options ?? {},
    document: input.id,
    sourceLocale,
    ...(targetLocale === undefined || another !== undefined ? {} : { targetLocale }),
    formats: host.formats,
    signal: ctx.signal,
  });
  return { ...read, file, documents: [input.id], source };
}

/** The format of a file together with its existing translations. */
async function withExisting({ format, input }: RunInput, files: FileAccess): Promise<Format> {
  const { existing = [] } = input;
  if (existing.length === 0) return format;
  const pairFormat = await loadPairFormat();
  return pairFormat(
    format,
    existing.map((one) => ({ ...one, source: openFile(one.path, files) })),
  );
}

function openFile(path: string, files: FileAccess): ByteSource {
  return sizedFileSource(path, statSync(path).size, files);
}

/** Languages that a file has, of which a bilingual one is there for its translation; those that were asked for come first. */
function writtenLocales(
  file: RunInput,
  { sourceLocale, locales }: ConversionDocument,
  asked: readonly string[],
): readonly string[] {
  if (asked.length > 0) return asked;
  const isBilingual = file.format.kind === 'bilingual' && !isPaired(file);
  return isBilingual && locales.length > 0 ? locales : [sourceLocale, ...locales];
}

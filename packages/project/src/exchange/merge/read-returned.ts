import type { ToolInvokeContext } from '@helve/core';
import { fileIo, type FlowDocument } from '@helve/flow/engine';
import type { Layer } from '@helve/flow';
import { gatherParts, linesAt, returnedFormats, ReturnedUnits, type ReturnedUnit } from '@helve/l10n';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import { isAtTerminal } from '../../reach/caller-files.js';
import { findRunDoor } from '../../run/run-door.js';
import { findRunInputs, withLeniency, type SkippedFile } from '../../run/run-inputs.js';
import type { UnreadFile } from './merge-report.js';

/** A returned file with its units. */
export interface ReturnedFile {
  /** Path as people wrote it. */
  readonly file: string;
  readonly units: readonly ReturnedUnit[];
}

/** Everything that came back. */
export interface ReturnedFiles {
  readonly files: readonly ReturnedFile[];
  readonly unread: readonly UnreadFile[];
  readonly skipped: readonly SkippedFile[];
}

/** Reads returned files through their formats; one that cannot be read is told, and the others are merged. */
export async function readReturned(
  names: readonly string[],
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<ReturnedFiles> {
  const files = host.filesFor(ctx);
  const reach = isAtTerminal(ctx) ? undefined : host.reach;
  const cwd = findRunDoor(ctx)?.cwd ?? host.folder;
  // Faults of single units are found one by one; whoever refuses the file loses the others.
  const formats = returnedFormats(host.formats);
  const found = withLeniency(
    await findRunInputs({ names, content: [], cwd, folder: host.folder, files, reach }, formats),
  );
  const inputs = found.files.map(({ input }) => input);
  const { documents } = await fileIo({ inputs, formats, files, located: true });
  const read: ReturnedFile[] = [];
  const unread: UnreadFile[] = [];
  for (const document of documents) {
    try {
      read.push({ file: document.id, units: await readUnits(document, host, ctx) });
    } catch (error) {
      ctx.signal.throwIfAborted();
      unread.push({ file: document.id, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { files: read, unread, skipped: found.skipped };
}

async function readUnits(
  document: FlowDocument,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<readonly ReturnedUnit[]> {
  const returned = new ReturnedUnits(document.id);
  const located: { readonly unit: ReturnedUnit; readonly offset: number | undefined }[] = [];
  let form: Layer | undefined;
  const { sourceLocale } = host.defaults;
  for await (const part of document.read({ sourceLocale, signal: ctx.signal, lose: () => undefined })) {
    if (part.kind === 'layer-start') form ??= part.layer;
    const offset = part.kind === 'block' ? document.locations?.locationOf(part.block)?.offset : undefined;
    for (const unit of returned.take(part)) located.push({ unit, offset });
  }
  const offsets = located.flatMap(({ offset }) => offset ?? []);
  const lines =
    form === undefined || document.locations === undefined || offsets.length === 0
      ? new Map<number, { readonly line: number }>()
      : await linesAt(document.locations.stream(), form, offsets);
  const units = located.map(({ unit, offset }) => ({
    ...unit,
    line: offset === undefined ? undefined : lines.get(offset)?.line,
  }));
  return gatherParts(units);
}

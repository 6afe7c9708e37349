import { closeSync, readFileSync } from 'node:fs';
import type { ToolInvokeContext } from '@helve/core';
import { bytesSource } from '@helve/flow/content';
import type { CurrentUnit } from '@helve/l10n';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import type { PlannedFile } from '../../run/plan-run.js';
import { targetsOfBlock, type FileTargets } from './apply-decisions.js';
import type { MergeFallback } from './merge-request.js';

/** Formats whose programs look into the source themselves for what a translation lacks. */
const omitting: ReadonlySet<string> = new Set(['androidxml', 'xcstrings', 'resx', 'arb', 'properties']);

/** Returns the fallback that programs of a format expect for a text without a translation. */
export function defaultFallback(format: string): MergeFallback {
  return omitting.has(format) ? 'omit' : 'source';
}

/** A file that is read without the entries that have no translation, so that a new translation lacks them. */
export async function withoutUntranslated(
  file: PlannedFile,
  units: ReadonlyMap<string, CurrentUnit>,
  targets: FileTargets | undefined,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<PlannedFile> {
  const { input, format, outputs } = file;
  const [{ locale = '' } = {}] = outputs;
  const blocks = new Set([...units.values()].map(({ block }) => block));
  const lacking = [...blocks].filter((block) => {
    const made = targets === undefined ? {} : targetsOfBlock(block, targets);
    return block.translatable && made[locale] === undefined && block.targets[locale] === undefined;
  });
  if (lacking.length === 0 || format.insert === undefined || input.path === undefined) return file;
  const bytes = readBytes(input.path, host, ctx);
  const { sourceLocale } = lacking[0] ?? { sourceLocale: '' };
  const reduced = await format.insert({
    bytes,
    entries: [],
    remove: [...new Set(lacking.map(({ name }) => name))],
    options: input.options ?? {},
    ctx: { document: input.id, sourceLocale, signal: ctx.signal, formats: host.formats, lose: () => undefined },
  });
  return { ...file, input: { ...input, source: bytesSource(reduced) } };
}

function readBytes(path: string, host: ProjectHost, ctx: ToolInvokeContext): Uint8Array {
  const file = host.filesFor(ctx).open(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

import { fileSource, variantLocale, type ByteSource } from '@helve/flow';
import { stat } from 'node:fs/promises';
import type { RunInput } from './run-inputs.js';

const LOOK_AT_PARTS = 200;

/** The target locales that files hold already, by a look at their first blocks; for runs that name none. */
export async function targetsIn(files: readonly RunInput[], sourceLocale: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const file of files) {
    if (file.format.kind === 'monolingual') continue;
    for (const locale of await targetsOf(file, sourceLocale)) found.add(locale);
  }
  return [...found].filter((locale) => locale !== sourceLocale);
}

async function targetsOf({ input, format }: RunInput, sourceLocale: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const source = input.source ?? (await sourceOf(input.path ?? ''));
  const stopping = new AbortController();
  let seen = 0;
  const ctx = { document: input.id, sourceLocale, signal: stopping.signal, lose: () => undefined };
  for await (const part of format.read(source, input.options ?? {}, ctx)) {
    if (part.kind === 'block') for (const variant of Object.keys(part.block.targets)) found.add(variantLocale(variant));
    if (++seen >= LOOK_AT_PARTS) break;
  }
  return found;
}

async function sourceOf(path: string): Promise<ByteSource> {
  return fileSource(path, (await stat(path)).size);
}

import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainObject, sha256 } from '@helve/core';
import type { MachineTexts, TextHashes } from '@helve/flow/content';
import { makeFolder } from '../../file/make-folder.js';
import { writeFileAtomic } from '../../file/write-file-atomic.js';
import { recordKey } from './output-store.js';

/** Kinds of texts, each with a folder of its name in `.helve`. */
const kinds = ['fallback', 'drafts'] as const satisfies readonly (keyof MachineTexts)[];

/** Reads the texts of one output. */
export async function readMachineTexts(folder: string, path: string): Promise<MachineTexts> {
  const [fallback, drafts] = await Promise.all(
    kinds.map(async (kind) => toTexts(await readFile(fileOf(folder, kind, path), 'utf8').catch(() => '{}'))),
  );
  return { ...(fallback && { fallback }), ...(drafts && { drafts }) };
}

/** Remembers the texts of one output, in the place of those that were known. */
export async function putMachineTexts(folder: string, path: string, texts: MachineTexts): Promise<void> {
  for (const kind of kinds) await putTexts(fileOf(folder, kind, path), texts[kind] ?? {});
}

async function putTexts(file: string, texts: TextHashes): Promise<void> {
  if (Object.keys(texts).length === 0) return rm(file, { force: true });
  await makeFolder(dirname(file), 0o700);
  await writeFileAtomic(file, `${JSON.stringify(texts)}\n`, true);
}

function fileOf(folder: string, kind: (typeof kinds)[number], path: string): string {
  return join(folder, '.helve', kind, `${sha256(recordKey(folder, path)).slice(0, 32)}.json`);
}

/** A file that is damaged says nothing: what it was about counts as translated. */
function toTexts(text: string): TextHashes | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value)) return undefined;
    const texts = Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    return texts.length === 0 ? undefined : Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}

import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainObject, sha256 } from '@helve/core';
import type { FallbackTexts } from '@helve/flow/content';
import { writeFileAtomic } from '../../file/write-file-atomic.js';
import { recordKey } from './output-store.js';

/** Reads the texts of one output. */
export async function readFallback(folder: string, path: string): Promise<FallbackTexts | undefined> {
  return readTexts(await readFile(fileOf(folder, path), 'utf8').catch(() => '{}'));
}

/** Remembers the texts of one output, in the place of those that were known. */
export async function putFallback(folder: string, path: string, texts: FallbackTexts): Promise<void> {
  const file = fileOf(folder, path);
  if (Object.keys(texts).length === 0) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(file, `${JSON.stringify(texts)}\n`, true);
}

function fileOf(folder: string, path: string): string {
  return join(folder, '.helve', 'fallback', `${sha256(recordKey(folder, path)).slice(0, 32)}.json`);
}

/** A file that is damaged says nothing: what it was about counts as translated. */
function readTexts(text: string): FallbackTexts | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value)) return undefined;
    const texts = Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    return texts.length === 0 ? undefined : Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}

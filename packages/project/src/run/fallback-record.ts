import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPlainObject, sha256 } from '@helve/core';
import type { FallbackTexts } from '@helve/flow/content';
import { writeFileAtomic } from '../file/write-file-atomic.js';

/** Texts that runs of a project wrote as their source for want of a translation, one file for each output in `.helve/fallback`. */
export interface FallbackRecord {
  find(path: string): Promise<FallbackTexts | undefined>;
  put(path: string, texts: FallbackTexts): Promise<void>;
}

/** Opens the record of a project. */
export function openFallbackRecord(folder: string): FallbackRecord {
  const place = join(folder, '.helve', 'fallback');
  const fileOf = (path: string) =>
    join(place, `${sha256(relative(folder, path).replaceAll(sep, '/')).slice(0, 32)}.json`);
  return {
    async find(path) {
      const text = await readFile(fileOf(path), 'utf8').catch(() => '{}');
      return readTexts(text);
    },
    async put(path, texts) {
      const file = fileOf(path);
      if (Object.keys(texts).length === 0) return rm(file, { force: true });
      await mkdir(place, { recursive: true, mode: 0o700 });
      await writeFileAtomic(file, `${JSON.stringify(texts)}\n`, true);
    },
  };
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

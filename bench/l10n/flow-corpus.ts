import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalLocale, type Block, type LocaleId } from '@helve/flow';
import { fileIo, type FlowIo } from '@helve/flow/engine';
import { theFormats } from '../flow/run-steps.js';
import { catalogFolder } from './check-variants.js';

/** The catalogs of one language. */
export interface Language {
  readonly locale: LocaleId;
  readonly files: readonly string[];
}

/** The real catalogs by their language; one that names none is left out. */
export function catalogs(): readonly Language[] {
  const folder = catalogFolder() ?? '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.po'));
  const byLocale = new Map<LocaleId, string[]>();
  for (const file of files.toSorted().map((name) => join(folder, name))) {
    const locale = languageOf(file);
    if (locale !== undefined) byLocale.set(locale, [...(byLocale.get(locale) ?? []), file]);
  }
  return [...byLocale].map(([locale, named]) => ({ locale, files: named }));
}

function languageOf(file: string): LocaleId | undefined {
  const tag = /^"Language: *([A-Za-z_@-]+)\\n"/m.exec(readFileSync(file, 'utf8'))?.[1];
  return tag === undefined || tag.includes('@') ? undefined : canonicalLocale(tag.replaceAll('_', '-'));
}

/** Catalogs as a run reads them; with a folder, also as it writes them. */
export function catalogIo({ locale, files }: Language, output?: string): Promise<FlowIo> {
  const inputs = files.map((path, index) => {
    const outputs = output === undefined ? [] : [{ path: join(output, `${locale}-${index}.po`), locale }];
    return { id: path, path, outputs };
  });
  return fileIo({ inputs, formats: theFormats(), targetLocale: locale });
}

/** Shows all that there is to translate in the catalogs of a language, and keeps none of it. */
export async function eachBlock(language: Language, take: (block: Block) => void): Promise<void> {
  const { documents } = await catalogIo(language);
  const signal = new AbortController().signal;
  for (const document of documents) {
    for await (const part of document.read({ sourceLocale: 'en', signal, lose: () => undefined })) {
      if (part.kind === 'block' && part.block.translatable && part.block.source.length > 0) take(part.block);
    }
  }
}

/** Does work with a folder that is gone afterwards. */
export async function withFolder<Value>(name: string, work: (path: string) => Promise<Value>): Promise<Value> {
  const path = join(tmpdir(), `helve-bench-${name}-${process.pid}`);
  mkdirSync(path, { recursive: true });
  try {
    return await work(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

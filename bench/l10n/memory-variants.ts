import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useSha256 } from '@helve/core';
import { textRun } from '@helve/flow';
import {
  createMemoryStorage,
  createTranslationMemory,
  type TmQuery,
  type TmStorage,
  type TranslationMemory,
} from '@helve/l10n';
import { openSqliteMemory } from '@helve/store';
import type { Variants } from '../kit/run-variants.js';
import { medianOf } from '../measure.js';
import { edited, manySegments, queries, segments } from './memory-corpus.js';

const MILLION = 1_000_000;
const ENTRIES = 20_000;
const LOOKUPS = 1000;

/** What looking up in memories takes. */
export const memoryVariants: Variants = {
  'memory: exact recall at 0.70': () => timeRated(createMemoryStorage(), 'exact', meanOf),
  'memory: fast recall at 0.70': () => timeRated(createMemoryStorage(), 'fast', meanOf),
  'memory: best matches that fast recall misses': () => missedByFast(),
  'SQLite: exact recall at 0.70': () => withSqlite((storage) => timeRated(storage, 'exact', meanOf)),
  'SQLite: exact recall at 0.70, median': () => withSqlite((storage) => timeRated(storage, 'exact', medianOf)),
  'SQLite: exact recall at 0.75, p95': () => withSqlite((storage) => timeRated(storage, 'exact', p95Of, 0.75)),
  '1,000,000 segments at 0.75: median': () => timeMillion(medianOf),
  '1,000,000 segments at 0.75: p95': () => timeMillion(p95Of),
  'fuzzy: 1,000 lookups over 20,000 entries': () => fuzzyFromCatalog(),
};

type Statistic = (times: readonly number[]) => number;
const meanOf: Statistic = (times) => times.reduce((sum, time) => sum + time, 0) / times.length;
const p95Of: Statistic = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? NaN;

function useNodeSha256(): void {
  useSha256((text) => hash('sha256', text));
}

async function fill(storage: TmStorage, texts: readonly string[]): Promise<TranslationMemory> {
  useNodeSha256();
  const memory = createTranslationMemory(storage);
  await memory.add(texts.map((text, index) => ({ variants: { en: [textRun(text)], fr: [textRun(`${index}`)] } })));
  return memory;
}

/** Milliseconds of each query, once caches and compiler are warm. */
async function timesOf(
  memory: TranslationMemory,
  texts: readonly string[],
  options: Pick<TmQuery, 'minScore' | 'recall'>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const round of [0, 1]) {
    for (const source of texts) {
      const began = performance.now();
      await memory.lookup({ source, from: 'en', to: 'fr', ...options });
      if (round === 1) times.push(performance.now() - began);
    }
  }
  return times;
}

async function timeRated(storage: TmStorage, recall: 'exact' | 'fast', statistic: Statistic, minScore = 0.7) {
  const memory = await fill(storage, segments());
  const rated = queries();
  if (recall === 'exact' && minScore === 0.7) await assertComplete(memory);
  return statistic(
    await timesOf(
      memory,
      rated.map(({ text }) => text),
      { minScore, recall },
    ),
  );
}

/** The share of best matches, in percent, that a fast search does not find. */
async function missedByFast(): Promise<number> {
  const memory = await fill(createMemoryStorage(), segments());
  // Never nothing: a report divides by it.
  return Math.max(0.001, 100 * (await missed(memory, 'fast')));
}

async function assertComplete(memory: TranslationMemory): Promise<void> {
  const share = await missed(memory, 'exact');
  if (share > 0) throw new Error(`Cannot measure exact recall: ${share} of the best matches are not found`);
}

/** Memories collapse white space, so what was found is rated by its own text, as the queries were. */
async function missed(memory: TranslationMemory, recall: 'exact' | 'fast'): Promise<number> {
  const rated = queries().filter(({ bestRatio }) => bestRatio > 0);
  let lost = 0;
  for (const { text, bestRatio } of rated) {
    const found = await memory.lookup({ source: text, from: 'en', to: 'fr', minScore: 0.7, recall });
    const best = Math.max(
      0,
      ...found.map((match) => (match.source[0]?.kind === 'text' ? ratioOf(text, match.source[0].text) : 0)),
    );
    if (best < bestRatio - 1e-9) lost += 1;
  }
  return lost / rated.length;
}

/** By the book, since it judges. */
function ratioOf(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, char] of a.entries()) {
    const next = [index + 1];
    for (let column = 0; column < b.length; column += 1) {
      const change = (row[column] ?? 0) + (char === b[column] ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length);
}

async function withSqlite(work: (storage: TmStorage) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-tm-'));
  const storage = openSqliteMemory({ path: join(folder, 'memory.db') });
  try {
    return await work(storage);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

async function timeMillion(statistic: Statistic): Promise<number> {
  const all = manySegments(MILLION);
  const memory = await fill(createMemoryStorage(), all);
  const texts = Array.from({ length: 200 }, (_, index) => {
    const at = (index * 4999) % all.length;
    return edited(all[at] ?? '', all[at + 1] ?? '', 50 + index);
  });
  return statistic(await timesOf(memory, texts, { minScore: 0.75 }));
}

/** A catalog with translations, and a template whose messages have changed a little. */
export function fuzzyFiles(folder: string): { readonly catalog: string; readonly template: string } {
  const known = segments()
    .filter((text) => text.length > 20 && text.length < 200 && !/["\\\n]/.test(text))
    .slice(0, ENTRIES);
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
  const message = (text: string, target: string) => `msgid "${text}"\nmsgstr "${target}"\n\n`;
  const catalog = join(folder, 'catalog.po');
  const template = join(folder, 'template.pot');
  writeFileSync(catalog, head + known.map((text, index) => message(text, `t${index}`)).join(''));
  const changed = Array.from({ length: LOOKUPS }, (_, index) => {
    const at = (index * 19) % known.length;
    return edited(known[at] ?? '', known[(at + 1) % known.length] ?? '', index + 1);
  });
  writeFileSync(template, head + [...new Set(changed)].map((text) => message(text, '')).join(''));
  return { catalog, template };
}

/** Does the work of msgmerge: reads both, and finds the best match for each message. Returns how many have one. */
async function fuzzyFromCatalog(): Promise<number> {
  const [catalog = '', template = ''] = process.argv.slice(4);
  useNodeSha256();
  const known = await messagesOf(catalog);
  const memory = createTranslationMemory(createMemoryStorage());
  await memory.add(known.map(({ id, target }) => ({ variants: { en: [textRun(id)], fr: [textRun(target)] } })));
  let found = 0;
  for (const { id } of await messagesOf(template)) {
    const matches = await memory.lookup({ source: id, from: 'en', to: 'fr', maxResults: 1 });
    found += matches.length;
  }
  return found;
}

async function messagesOf(path: string): Promise<readonly { readonly id: string; readonly target: string }[]> {
  const { allFormats, createFormats, fileSource } = await import('@helve/l10n');
  const format = createFormats(allFormats).byId('po');
  if (format === undefined) throw new Error('Cannot read a catalog: there is no format "po"');
  const messages: { readonly id: string; readonly target: string }[] = [];
  const ctx = {
    document: path,
    sourceLocale: 'en',
    targetLocale: 'fr',
    signal: new AbortController().signal,
    lose: () => undefined,
  };
  for await (const part of format.read(fileSource(path), {}, ctx)) {
    if (part.kind !== 'block') continue;
    const { source, targets } = part.block;
    messages.push({ id: textOf(source), target: textOf(targets['fr']?.runs ?? []) });
  }
  return messages;
}

function textOf(runs: readonly { readonly kind: string; readonly text?: string; readonly data?: string }[]): string {
  return runs.map(({ text, data }) => text ?? data ?? '').join('');
}

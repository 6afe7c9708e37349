import type { Json } from '@helve/core';
import type { HistoryForm } from './history-form.js';

/** The most that a conversation may take of a model's window, and how it is kept within. */
export interface ContextLimit {
  readonly maxTokens: number;
  /** Turns at the end that stay as they are, as far as they can. Default: 2. */
  readonly keepTurns?: number;
  /** Has the model summarise what is left out. Default: true. */
  readonly summarize?: boolean;
}

/** Reports a conversation that was made shorter. */
export interface Compaction {
  readonly history: readonly Json[];
  /** Estimates. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Items whose results of tools were taken out. */
  readonly results: number;
  /** Items that were left out, and stand in the summary if there is one. */
  readonly items: number;
  readonly summarized: boolean;
}

/** The parts of a transport that a shorter conversation needs. */
export interface CompactionParts {
  readonly form: HistoryForm;
  /** Tokens that a provider counts for one that is estimated here. */
  readonly factor: number;
  summarize(items: readonly Json[]): Promise<string>;
  /** Builds the item with a note of the application. */
  toItem(text: string): readonly Json[];
}

const KEEP_TURNS = 2;
/** Share of the limit to come down to, so that not every step has to make room. */
const TARGET = 0.75;
const REMOVED = '[The result was removed to make room. Call the tool again if it is needed]';
export const LETTERS_PER_TOKEN = 4;
/** Letters that stand for a picture or a file. */
const MEDIA_LETTERS = 4_000;

/** Estimates the tokens of an item. */
function estimateTokens(item: Json): number {
  const text = JSON.stringify(item).replaceAll(/[A-Za-z0-9+/]{2000,}={0,2}/g, 'x'.repeat(MEDIA_LETTERS));
  return Math.ceil(text.length / LETTERS_PER_TOKEN);
}

export function estimateAll(items: readonly Json[]): number {
  return items.reduce<number>((sum, item) => sum + estimateTokens(item), 0);
}

/**
 * Makes a conversation shorter that has become too long; undefined for one that fits:
 *
 *     results of tools, the oldest first ▸ whole turns, the oldest first, as a summary ▸ results of the last turns
 */
export async function compactHistory(
  before: readonly Json[],
  { maxTokens, keepTurns = KEEP_TURNS, summarize = true }: ContextLimit,
  { form, factor, ...parts }: CompactionParts,
): Promise<Compaction | undefined> {
  const sizeOf = (items: readonly Json[]) => estimateAll(items) * factor;
  const tokensBefore = sizeOf(before);
  if (tokensBefore <= maxTokens) return undefined;
  const target = maxTokens * TARGET;
  const kept = startOfLastTurns(before, form, keepTurns);
  let history = removeResults(before, form, { until: kept, isEnough: (items) => sizeOf(items) <= target });
  let items = 0;
  let summarized = false;
  if (sizeOf(history) > target && kept > 0) {
    const old = history.slice(0, kept);
    const summary = summarize ? await parts.summarize(old) : '';
    summarized = summary !== '';
    const note = summarized
      ? `Summary of the conversation so far: ${summary}`
      : 'The beginning of this conversation was left out';
    history = [...parts.toItem(`[Note: ${note}]`), ...history.slice(kept)];
    items = old.length;
  }
  if (sizeOf(history) > maxTokens) {
    // The latest results are those that the model is about to read.
    const until = history.findLastIndex((item) => form.withoutResults(item, '') !== undefined);
    history = removeResults(history, form, { until, isEnough: (shorter) => sizeOf(shorter) <= maxTokens });
  }
  const results = countRemoved(history) - countRemoved(before);
  if (results === 0 && items === 0) return undefined;
  return { history, tokensBefore, tokensAfter: sizeOf(history), results, items, summarized };
}

/** Finds where the last turns begin; 0 if there are no others. */
function startOfLastTurns(history: readonly Json[], form: HistoryForm, count: number): number {
  const starts = history.flatMap((item, at) => (form.opensTurn(item) ? [at] : []));
  return starts.at(-Math.max(1, count)) ?? 0;
}

interface Removal {
  readonly until: number;
  isEnough(items: readonly Json[]): boolean;
}

/** Takes out results of tools, the oldest first, until it is enough. */
function removeResults(history: readonly Json[], form: HistoryForm, { until, isEnough }: Removal): readonly Json[] {
  let shorter = history;
  for (let at = 0; at < until && !isEnough(shorter); at += 1) {
    const item = shorter[at];
    const removed = item === undefined || isRemoved(item) ? undefined : form.withoutResults(item, REMOVED);
    if (removed !== undefined && item !== undefined && estimateTokens(removed) < estimateTokens(item)) {
      shorter = shorter.with(at, removed);
    }
  }
  return shorter;
}

function isRemoved(item: Json): boolean {
  return JSON.stringify(item).includes(REMOVED);
}

function countRemoved(history: readonly Json[]): number {
  return history.filter(isRemoved).length;
}

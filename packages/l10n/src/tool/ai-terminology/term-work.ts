import { isPlainObject, type Json, type JsonObject, type JsonSchema } from '@helve/core';
import {
  newPayload,
  OverlayType,
  payloadOf,
  units,
  unitText,
  type BlockView,
  type LocaleId,
  type Path,
  type ReadonlySpan,
  type StepContext,
} from '@helve/flow';
import { pathText, rangeFor, textMap } from '@helve/flow/content';
import type { AiConfig } from '../../model/ai-config.js';
import { askItems } from '../../model/ask-items.js';
import { engineName } from '../../model/ask-model.js';
import type { ReadAnswer } from '../../model/request-item.js';
import { renderPrompt } from '../../model/content-rule.js';
import type { GroupWork } from '../../tool-kit/group/group-run.js';

const { OverlayTermCandidate } = OverlayType;
/** Status of this tool's own candidates; known and decided ones stay. */
const FRESH = 'new';
const translatabilities = ['dnt', 'consistent', 'free'] as const;

/** Settings of ai-terminology. */
export interface TermConfig extends AiConfig {
  readonly domain: string;
  readonly minConfidence: number;
}

/** Returns the prompt. */
export function termPrompt({ domain, instruction }: TermConfig, locale: LocaleId): string {
  return renderPrompt(
    [
      `Find words and phrases in texts of ${locale} that should be translated the same way everywhere.`,
      ...(domain === '' ? [] : [`The texts are from this field: ${domain}.`]),
      'The input is JSON: {locale, items}. Answer with JSON: {items: [{id, terms}]}, one for every id and no other.',
      'text repeats the word letter by letter as it stands there. definition says what it means here, in one sentence.',
      'translatability is dnt for what stays as it is, consistent for what is translated in one way, else free.',
    ],
    instruction,
  );
}

const termFields = {
  text: { type: 'string' },
  definition: { type: 'string' },
  category: { type: 'string' },
  translatability: { enum: translatabilities },
  confidence: { type: 'number', minimum: 0, maximum: 1 },
} as const;
const answer: { readonly [name: string]: JsonSchema } = {
  terms: {
    type: 'array',
    items: {
      type: 'object',
      properties: termFields,
      required: Object.keys(termFields),
      additionalProperties: false,
    },
  },
};

interface Candidate {
  readonly text: string;
  readonly definition: string;
  readonly category: string;
  readonly translatability: (typeof translatabilities)[number];
  readonly confidence: number;
}

interface UnitCandidates {
  readonly path: Path;
  readonly candidates: readonly Candidate[];
}

/** Creates the work of finding terms: a model names them, and their positions are looked up. */
export function termWork(config: TermConfig, ctx: StepContext): GroupWork<UnitCandidates> {
  const { source: locale } = ctx.locales;
  const system = termPrompt(config, locale);
  const setting = { config, system, head: { locale }, answer };
  return {
    shapedBy: { engine: engineName(config), prompt: system },
    ask: (items) => askItems(items, setting, ctx),
    itemsOf: (block) =>
      units(block.translatable ? block.source : [])
        .filter(({ runs }) => unitText(runs).trim() !== '')
        .map(({ path, runs }) => ({
          id: `${block.id}${pathText(path)}`,
          block: block.id,
          item: { text: unitText(runs) },
          read: (reply) => readCandidates(reply, path),
        })),
    annotate: (view, answered) => {
      const found = answered.flatMap(({ answer: { value } }) => value ?? []);
      writeCandidates(view, found, config.minConfidence, ctx);
    },
  };
}

function readCandidates({ terms }: JsonObject, path: Path): ReadAnswer<UnitCandidates> {
  if (!Array.isArray(terms)) return { fault: 'it has no list of terms' };
  const candidates = terms.flatMap((term: Json) => readCandidate(term) ?? []);
  return candidates.length === terms.length ? { value: { path, candidates } } : { fault: 'a term is incomplete' };
}

function readCandidate(term: Json): Candidate | undefined {
  if (!isPlainObject(term)) return undefined;
  const { text, definition, category, translatability: word, confidence } = term;
  const translatability = translatabilities.find((known) => known === word);
  if (typeof text !== 'string' || text === '' || typeof definition !== 'string') return undefined;
  if (typeof confidence !== 'number' || confidence < 0 || confidence > 1 || translatability === undefined)
    return undefined;
  return { text, definition, category: typeof category === 'string' ? category : '', translatability, confidence };
}

function writeCandidates(
  view: BlockView,
  found: readonly UnitCandidates[],
  minConfidence: number,
  ctx: StepContext,
): void {
  const spans: ReadonlySpan[] = view
    .overlays(OverlayTermCandidate, null)
    .filter(({ value }) => payloadOf(value, 'term-candidate')?.status !== FRESH);
  const byPath = new Map(units(view.source).map(({ path, runs }) => [pathText(path), runs]));
  for (const { path, candidates } of found) {
    const map = textMap(byPath.get(pathText(path)) ?? []);
    for (const candidate of candidates) {
      const { text, ...facts } = candidate;
      const positions = candidate.confidence < minConfidence ? [] : occurrences(map.text, text);
      for (const at of positions) {
        const { start, end } = map.spanOfIndexes(at, at + text.length);
        const value = newPayload('term-candidate', { ...facts, status: FRESH });
        spans.push({ id: `c${spans.length + 1}`, range: rangeFor(view.source, path, start, end), props: {}, value });
      }
      if (positions.length > 0) ctx.report({ terms: { [text]: { count: positions.length, ...facts } } });
    }
  }
  view.putSpans(OverlayTermCandidate, null, spans);
}

/** Finds the occurrences of a word as a whole word. */
function occurrences(text: string, word: string): readonly number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const before = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(word);
    const after = /^[\p{L}\p{N}]/u.test(text.slice(at + word.length)) && /[\p{L}\p{N}]$/u.test(word);
    if (isUnspaced(word) || (!before && !after)) positions.push(at);
  }
  return positions;
}

/** True for scripts without spaces between words. */
function isUnspaced(word: string): boolean {
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u.test(word);
}

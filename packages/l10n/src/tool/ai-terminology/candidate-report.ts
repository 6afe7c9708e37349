import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import type { Concept } from '../../term/concept.js';

/** Joins the reports of two blocks: the definition with the highest confidence counts, and frequencies are added. */
export function joinCandidates(one: Json, other: Json): Json {
  const terms: Record<string, Json> = { ...termsIn(one) };
  for (const [text, fresh] of Object.entries(termsIn(other))) {
    const known = Object.hasOwn(terms, text) ? terms[text] : undefined;
    terms[text] = known === undefined ? fresh : joinTerm(known, fresh);
  }
  return { terms };
}

function joinTerm(known: Json, fresh: Json): Json {
  if (!isPlainObject(known) || !isPlainObject(fresh)) return fresh;
  const surer = Number(fresh['confidence']) > Number(known['confidence']) ? fresh : known;
  return { ...surer, count: Number(known['count']) + Number(fresh['count']) };
}

function termsIn(report: Json): JsonObject {
  const terms = isPlainObject(report) ? report['terms'] : undefined;
  return isPlainObject(terms) ? terms : {};
}

/** Lists all candidates of a run, the most frequent first. */
export function mergeCandidates(
  reports: readonly { readonly document: string; readonly entries: readonly Json[] }[],
): Json {
  const all = reports.flatMap(({ entries }) => entries).reduce<Json>(joinCandidates, { terms: {} });
  const rows = Object.entries(termsIn(all)).map(([text, facts]) => ({ text, ...(facts as JsonObject) }));
  const count = (row: JsonObject) => Number(row['count']);
  return { candidates: rows.toSorted((one, other) => count(other) - count(one) || (one.text < other.text ? -1 : 1)) };
}

/** Converts the candidates of a report to concepts, which can be written as CSV, TBX or JSON. */
export function candidateConcepts(report: Json, locale: LocaleId): readonly Concept[] {
  const candidates = isPlainObject(report) ? report['candidates'] : undefined;
  if (!Array.isArray(candidates)) return [];
  return candidates.flatMap((row: unknown) => {
    if (!isPlainObject(row) || typeof row['text'] !== 'string') return [];
    const { text, definition, category } = row;
    const toText = (value: unknown) => (typeof value === 'string' ? value : '');
    const terms = [{ text, locale, status: 'proposed' as const }];
    const facts = { domain: toText(category), definition: toText(definition) };
    return [{ id: text, ...facts, terms, relations: [], properties: {} }];
  });
}

import type { JsonObject } from '@helve/core';
import type { LocaleId, StepContext } from '@helve/flow';
import { toAnswer, type RequestItem, type ItemAnswer } from '../../model/request-item.js';
import type { MtLimits, MtText, MtTranslation } from '../../mt/contract.js';
import { packTexts, sizeOf } from '../../mt/pack-texts.js';
import { splitHtml } from '../../mt/split-html.js';
import { splitEdges } from './split-edges.js';
import type { SendTexts } from './send-texts.js';

/** Settings for asking an engine. */
export interface EngineSetting {
  readonly limits: MtLimits;
  readonly from: LocaleId;
  readonly send: SendTexts;
}

/**
 * Asks an engine about every item, in requests within its limits; a text too long for one request is sent sentence by
 * sentence. A faulty answer is requested once more, alone.
 */
export async function askEngine<Value>(
  items: readonly RequestItem<Value>[],
  setting: EngineSetting,
  ctx: StepContext,
): Promise<ReadonlyMap<string, ItemAnswer<Value>>> {
  const answers = new Map<string, ItemAnswer<Value>>();
  await askAll(items, setting, ctx, answers);
  for (const request of items) {
    const answer = answers.get(request.id);
    if (answer !== undefined && !('error' in answer) && answer.fault !== undefined)
      await askAll([request], setting, ctx, answers);
  }
  return answers;
}

/** A text of a request, or a sentence of one. */
interface TextPart extends MtText {
  readonly owner: string;
  /** White space that is not sent. */
  readonly lead: string;
  readonly trail: string;
}

async function askAll<Value>(
  items: readonly RequestItem<Value>[],
  { limits, from, send }: EngineSetting,
  ctx: StepContext,
  answers: Map<string, ItemAnswer<Value>>,
): Promise<void> {
  const made = new Map<string, { readonly piece: TextPart; readonly translation: MtTranslation }[]>();
  const failed = new Map<string, unknown>();
  let reference = '';
  for (const pack of packTexts(
    items.flatMap((item) => splitItem(item, limits, from)),
    limits,
  )) {
    const open = pack.filter(({ owner }) => !failed.has(owner));
    if (open.length === 0) continue;
    try {
      const sent = await send(open.map(({ text, terms }) => ({ text, ...(terms === undefined ? {} : { terms }) })));
      reference = sent.reference;
      for (const [index, piece] of open.entries()) {
        const translation = sent.texts[index] ?? { text: '' };
        made.set(piece.owner, [...(made.get(piece.owner) ?? []), { piece, translation }]);
      }
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      for (const { owner } of open) failed.set(owner, error);
    }
  }
  for (const request of items) {
    const answer = failed.has(request.id)
      ? { error: failed.get(request.id) }
      : toAnswer(request, joined(made.get(request.id) ?? []), reference);
    answers.set(request.id, answer);
  }
}

function splitItem<Value>({ id, item }: RequestItem<Value>, limits: MtLimits, from: LocaleId): readonly TextPart[] {
  const { text } = item;
  // Items of engines carry only terms.
  const terms = item['terms'] as MtText['terms'] | undefined;
  const fits = sizeOf(text, limits.unit) <= limits.maxSize;
  return (fits ? [text] : splitHtml(text, from)).map((piece) => ({
    owner: id,
    ...splitEdges(piece),
    ...(terms === undefined ? {} : { terms }),
  }));
}

/** Joins the pieces of a text to one answer, with the lowest confidence of them. */
function joined(parts: readonly { readonly piece: TextPart; readonly translation: MtTranslation }[]): JsonObject {
  const text = parts
    .map(({ piece: { lead, trail }, translation }) => `${lead}${translation.text.trim()}${trail}`)
    .join('');
  const sure = parts.flatMap(({ translation: { confidence } }) => (confidence === undefined ? [] : [confidence]));
  return sure.length === 0 ? { text } : { text, confidence: Math.min(...sure) };
}

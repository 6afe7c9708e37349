import { isPlainObject, type Json, type JsonSchema } from '@helve/core';
import type { StepContext } from '@helve/flow';
import type { LanguageModel, ModelAnswer, ModelRequest } from './language-model.js';
import { sampleValue } from './sample-value.js';

/** Name of the provider that needs no network. */
export const DEMO_PROVIDER = 'demo';

/** The offline model: it marks its input with the target locale, and answers every other schema with a valid value. */
export const demoModel: LanguageModel = Object.freeze({
  id: 'demo',
  vendor: DEMO_PROVIDER,
  local: true,
  limits: { context: 1_000_000, output: 1_000_000 },
  complete: async (request: ModelRequest) => toAnswer(answerTo(request), request),
});

function answerTo({ messages, schema }: ModelRequest): Json {
  const input = jsonIn(messages.at(-1)?.text ?? '');
  if (isPlainObject(input) && typeof input['to'] === 'string' && Array.isArray(input['items'])) {
    const { to, items } = input;
    return {
      items: items.flatMap((item: unknown) => (wantsText(schema) ? translated(item, to) : sampled(item, schema))),
    };
  }
  if (isPlainObject(input) && Array.isArray(input['items']))
    return { items: input['items'].flatMap((item: unknown) => sampled(item, schema)) };
  return schema === undefined ? null : sampleValue(schema);
}

/** Returns the schema of one item of an answer, if answers are lists of items. */
function itemSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  const items = isPlainObject(schema) ? schema.properties?.['items'] : undefined;
  const item = isPlainObject(items) ? items.items : undefined;
  return Array.isArray(item) ? undefined : item;
}

function wantsText(schema: JsonSchema | undefined): boolean {
  const item = itemSchema(schema);
  return !isPlainObject(item) || item.properties?.['text'] !== undefined;
}

/** Creates the smallest valid answer for an item. */
function sampled(item: unknown, schema: JsonSchema | undefined): Json[] {
  const sample = sampleValue(itemSchema(schema));
  if (!isPlainObject(item) || typeof item['id'] !== 'string' || !isPlainObject(sample)) return [];
  return [{ ...sample, id: item['id'] }];
}

/** Marks an item as translated, inside the white space at its edges. */
function translated(item: unknown, to: string): { readonly id: string; readonly text: string }[] {
  if (!isPlainObject(item) || typeof item['id'] !== 'string' || typeof item['text'] !== 'string') return [];
  return [{ id: item['id'], text: item['text'].replace(/^\s*/, (space) => `${space}⟦${to}⟧ `) }];
}

function toAnswer(json: Json, { messages }: ModelRequest): ModelAnswer {
  const text = JSON.stringify(json);
  const inputTokens = Math.ceil(messages.reduce((length, message) => length + message.text.length, 0) / 4);
  return { text, json, stop: 'end', usage: { inputTokens, outputTokens: Math.ceil(text.length / 4) } };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Warns that nothing is really translated or checked. */
export function warnOfDemo({ provider }: { readonly provider: string }, ctx: Pick<StepContext, 'log' | 'step'>): void {
  if (provider !== DEMO_PROVIDER) return;
  ctx.log('warn', `The demo engine only shows how "${ctx.step.tool}" works; choose a provider for real answers`);
}

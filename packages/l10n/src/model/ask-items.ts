import { countOf, isPlainObject, type JsonObject, type JsonSchema, type JsonSchemaObject } from '@helve/core';
import type { StepContext } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';
import { toModelChoice, type AiConfig } from './ai-config.js';
import { askModel, type ReferencedAnswer } from './ask-model.js';
import { toAnswer, type RequestItem, type ItemAnswer } from './request-item.js';
import { packItems } from './pack-items.js';

/** Settings shared by all requests of a step. */
export interface AskSetting {
  readonly config: AiConfig;
  readonly system: string;
  /** Input shared by all items. */
  readonly head: JsonObject;
  /** The fields of an answer besides its id. */
  readonly answer: { readonly [name: string]: JsonSchema };
}

type Answers<Value> = Map<string, ItemAnswer<Value>>;

/**
 * Asks a model about every item, in as few requests as the limits allow. Missing or faulty answers are requested once
 * more; a truncated or refused one is requested in halves.
 *
 *     items → packs → answers by id → read ─┬─ good
 *                                           └─ missing or wrong → smaller packs, with the fault → read
 */
export async function askItems<Value>(
  items: readonly RequestItem<Value>[],
  setting: AskSetting,
  ctx: StepContext,
): Promise<ReadonlyMap<string, ItemAnswer<Value>>> {
  const asking = new Asking<Value>(setting, ctx);
  for (const pack of packItems(items, setting.config)) await asking.askPack(pack);
  await asking.askAgain(items);
  return asking.answers;
}

class Asking<Value> {
  readonly answers: Answers<Value> = new Map();
  readonly #setting: AskSetting;
  readonly #ctx: StepContext;
  readonly #schema: JsonSchemaObject;
  readonly #faults = new Map<string, string>();

  constructor(setting: AskSetting, ctx: StepContext) {
    this.#setting = setting;
    this.#ctx = ctx;
    this.#schema = toSchema(setting.answer);
  }

  async askAgain(items: readonly RequestItem<Value>[]): Promise<void> {
    for (const { id } of items) {
      const answer = this.answers.get(id);
      if (answer === undefined) this.#faults.set(id, 'the last answer omitted it');
      else if (!('error' in answer) && answer.fault !== undefined) this.#faults.set(id, answer.fault);
    }
    const open = items.filter(({ id }) => this.#faults.has(id));
    const { config } = this.#setting;
    const smaller = { ...config, maxBlocks: Math.max(1, Math.ceil(Math.min(config.maxBlocks, open.length) / 2)) };
    for (const pack of packItems(open, smaller)) await this.askPack(pack);
    for (const { id, block } of open) if (!this.answers.has(id)) this.#fail(id, block, 'it was omitted twice');
  }

  async askPack(pack: readonly RequestItem<Value>[]): Promise<void> {
    let answer: ReferencedAnswer;
    try {
      answer = await this.#ask(pack);
    } catch (error) {
      if (this.#ctx.signal.aborted) throw error;
      for (const { id } of pack) this.answers.set(id, { error });
      return;
    }
    if (answer.stop === 'end') this.#take(pack, answer);
    else if (pack.length > 1) {
      const half = Math.ceil(pack.length / 2);
      await this.askPack(pack.slice(0, half));
      await this.askPack(pack.slice(half));
    } else {
      const problem = answer.stop === 'length' ? 'the answer was cut off' : 'the model refused to answer';
      for (const { id, block } of pack) this.#fail(id, block, problem);
    }
  }

  #ask(pack: readonly RequestItem<Value>[]): Promise<ReferencedAnswer> {
    const { config, system, head } = this.#setting;
    const items = pack.map(({ id, item }, index) => {
      const fault = this.#faults.get(id);
      return { id: shortId(index), ...item, ...(fault === undefined ? {} : { fault }) };
    });
    return askModel(this.#ctx, toModelChoice(config), {
      system,
      messages: [{ role: 'user', text: JSON.stringify({ ...head, items }) }],
      schema: this.#schema,
      maxOutput: config.maxOutputTokens,
      signal: this.#ctx.signal,
    });
  }

  /** Reads an answer; unrequested ids are logged and dropped, and of two answers to one id neither counts. */
  #take(pack: readonly RequestItem<Value>[], answer: ReferencedAnswer): void {
    const found = new Map<string, JsonObject[]>();
    for (const { id, fields } of itemsIn(answer)) found.set(id, [...(found.get(id) ?? []), fields]);
    for (const [index, request] of pack.entries()) {
      const [first, second] = found.get(shortId(index)) ?? [];
      found.delete(shortId(index));
      if (first !== undefined && second === undefined)
        this.answers.set(request.id, toAnswer(request, first, answer.reference));
    }
    if (found.size > 0)
      this.#ctx.log('warn', `The model answered with ${countOf(found.size, 'id')} not in the request`);
  }

  #fail(id: string, block: string, problem: string): void {
    this.answers.set(id, { error: l10nErrors.create('L10N_CODES', { block, problem }) });
  }
}

function toSchema(fields: AskSetting['answer']): JsonSchemaObject {
  const item = {
    type: 'object',
    properties: { id: { type: 'string' }, ...fields },
    required: ['id', ...Object.keys(fields)],
    additionalProperties: false,
  } as const;
  return {
    type: 'object',
    properties: { items: { type: 'array', items: item } },
    required: ['items'],
    additionalProperties: false,
  };
}

function itemsIn({ json, text }: ReferencedAnswer): { readonly id: string; readonly fields: JsonObject }[] {
  const value: unknown = json ?? jsonIn(text);
  const items: unknown = isPlainObject(value) ? value['items'] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (!isPlainObject(item)) return [];
    const { id, ...fields } = item;
    // Parsed JSON is JSON.
    return typeof id === 'string' ? [{ id, fields: fields as JsonObject }] : [];
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shortId(index: number): string {
  return `s${index + 1}`;
}

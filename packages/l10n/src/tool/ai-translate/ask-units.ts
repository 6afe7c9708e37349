import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import type { LocaleId, StepContext } from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { askModel, type AskedModel } from '../../model/ask-model.js';
import { packUnits } from './pack-units.js';
import type { AskedUnit, UnitAnswer } from './asked-unit.js';
import type { TranslateConfig } from './translate-config.js';

/** What all requests of a step share. */
export interface AskSetting {
  readonly config: TranslateConfig;
  readonly system: string;
  readonly from: LocaleId;
  readonly to: LocaleId;
}

const answerSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, text: { type: 'string' } },
        required: ['id', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
};

/** Asks for every unit, in as few requests as the limits allow, and verifies each answer. */
export async function askUnits(
  units: readonly AskedUnit[],
  setting: AskSetting,
  ctx: StepContext,
): Promise<ReadonlyMap<string, UnitAnswer>> {
  const answers = new Map<string, UnitAnswer>();
  for (const pack of packUnits(units, setting.config)) await askPack(pack, setting, ctx, answers, new Map());
  await askAgain(units, setting, ctx, answers);
  return answers;
}

/** What is missing or wrong is asked for once more, with the fault. */
async function askAgain(
  units: readonly AskedUnit[],
  setting: AskSetting,
  ctx: StepContext,
  answers: Map<string, UnitAnswer>,
): Promise<void> {
  const faults = new Map<string, string>();
  for (const { id } of units) {
    const answer = answers.get(id);
    if (answer === undefined) faults.set(id, 'the last answer left it out');
    else if ('fault' in answer) faults.set(id, answer.fault);
  }
  const open = units.filter(({ id }) => faults.has(id));
  const smaller = { ...setting.config, maxBlocks: Math.max(1, Math.ceil(setting.config.maxBlocks / 2)) };
  for (const pack of packUnits(open, smaller)) await askPack(pack, setting, ctx, answers, faults);
  for (const { id, block } of open) {
    if (!answers.has(id))
      answers.set(id, { error: l10nErrors.create('L10N_CODES', { block, problem: 'it was left out twice' }) });
  }
}

async function askPack(
  pack: readonly AskedUnit[],
  setting: AskSetting,
  ctx: StepContext,
  answers: Map<string, UnitAnswer>,
  faults: ReadonlyMap<string, string>,
): Promise<void> {
  let answer: AskedModel;
  try {
    answer = await ask(pack, setting, ctx, faults);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    for (const { id } of pack) answers.set(id, { error });
    return;
  }
  const [only] = pack;
  if (answer.stop === 'length' && pack.length > 1) {
    const half = Math.ceil(pack.length / 2);
    for (const part of [pack.slice(0, half), pack.slice(half)]) await askPack(part, setting, ctx, answers, faults);
    return;
  }
  if (answer.stop !== 'end' && only !== undefined) {
    const problem = answer.stop === 'length' ? 'the answer was cut off' : 'the model refused to answer';
    for (const { id, block } of pack) answers.set(id, { error: l10nErrors.create('L10N_CODES', { block, problem }) });
    return;
  }
  takeItems(pack, answer, ctx, answers);
}

function ask(
  pack: readonly AskedUnit[],
  { config, system, from, to }: AskSetting,
  ctx: StepContext,
  faults: ReadonlyMap<string, string>,
): Promise<AskedModel> {
  const items = pack.map(({ id, item }, index) => {
    const fault = faults.get(id);
    return { id: shortId(index), ...item, ...(fault === undefined ? {} : { fault }) };
  });
  const { provider, model, credential } = config;
  const choice = {
    provider,
    ...(model === undefined ? {} : { model }),
    ...(credential === undefined ? {} : { credential }),
  };
  return askModel(ctx, choice, {
    system,
    messages: [{ role: 'user', text: JSON.stringify({ from, to, items }) }],
    schema: answerSchema,
    maxOutput: config.maxOutputTokens,
    signal: ctx.signal,
  });
}

/** Ids that nobody asked for are told and left out; of two answers to one id neither counts. */
function takeItems(
  pack: readonly AskedUnit[],
  answer: AskedModel,
  ctx: StepContext,
  answers: Map<string, UnitAnswer>,
): void {
  const found = new Map<string, string[]>();
  for (const { id, text } of itemsIn(answer)) found.set(id, [...(found.get(id) ?? []), text]);
  for (const [index, unit] of pack.entries()) {
    const texts = found.get(shortId(index)) ?? [];
    found.delete(shortId(index));
    const [text] = texts;
    if (text !== undefined && texts.length === 1) answers.set(unit.id, unit.verify(text, answer.reference));
  }
  if (found.size > 0) ctx.log('warn', `The model answered ${found.size} ids that nobody asked for`);
}

function itemsIn({ json, text }: AskedModel): { readonly id: string; readonly text: string }[] {
  const value: unknown = json ?? jsonIn(text);
  const items: unknown = isPlainObject(value) ? value['items'] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (!isPlainObject(item)) return [];
    const { id, text: translated } = item;
    return typeof id === 'string' && typeof translated === 'string' ? [{ id, text: translated }] : [];
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

import type { Json, JsonObject } from '@helve/core';
import type { StepContext } from '@helve/flow';
import type { Recognizer } from '../../entity/recognizer.js';
import { l10nErrors } from '../../l10n-errors.js';
import { askItems } from '../../model/ask-items.js';
import { toAnswer, type RequestItem, type ItemAnswer } from '../../model/request-item.js';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import type { ExtractSetup, UnitEntities } from './extract-work.js';
import { entitySetting } from './model-recognizer.js';
import { localRecognizer, localRecognizerUri, ruleRecognizer } from './recognizer.js';

type Answers = ReadonlyMap<string, ItemAnswer<UnitEntities>>;
type Items = readonly RequestItem<UnitEntities>[];

/** Asks the model, the recognizer on this machine, or both. */
export async function askRecognizers(
  items: Items,
  setup: ExtractSetup,
  types: readonly string[],
  ctx: StepContext,
): Promise<Answers> {
  const { engine } = setup;
  if (engine === 'llm') return askModelFor(items, setup, types, ctx);
  const local = localRecognizer(ctx) ?? noRecognizer(engine);
  if (engine === 'ner') return toAnswers(items, await recognize(local, items, types, ctx), 'ner');
  const fromModel = await askModelFor(items, setup, types, ctx);
  const fromLocal = await recognize(local, items, types, ctx).catch((error: unknown) => {
    if (ctx.signal.aborted) throw error;
    ctx.lose({ kind: 'block-skipped', detail: { recognizer: 'failed' } });
    return [];
  });
  return new Map(
    items.map((request, index) => [request.id, joined(request, fromModel.get(request.id), fromLocal[index])]),
  );
}

async function askModelFor(
  items: Items,
  setup: ExtractSetup,
  types: readonly string[],
  ctx: StepContext,
): Promise<Answers> {
  if (setup.provider !== DEMO_PROVIDER) return askItems(items, entitySetting(setup, ctx.locales.source, types), ctx);
  return toAnswers(items, await recognize(ruleRecognizer, items, types, ctx), 'llm');
}

type Found = readonly (readonly Json[] | undefined)[];

async function recognize(
  recognizer: Recognizer,
  items: Items,
  types: readonly string[],
  ctx: StepContext,
): Promise<Found> {
  const options = { locale: ctx.locales.source, types, signal: ctx.signal };
  const found = await recognizer.recognize(
    items.map(({ item }) => item.text),
    options,
  );
  return found.map((entities) => entities.map((entity) => ({ ...entity })));
}

function toAnswers(items: Items, found: Found, by: 'llm' | 'ner'): Answers {
  return new Map(
    items.map((request, index) => {
      const entities = [...(found[index] ?? [])];
      const raw: JsonObject = by === 'llm' ? { entities } : { entities: [], local: entities };
      return [request.id, toAnswer(request, raw, by)];
    }),
  );
}

function joined(
  request: RequestItem<UnitEntities>,
  answer: ItemAnswer<UnitEntities> | undefined,
  local: readonly Json[] | undefined,
): ItemAnswer<UnitEntities> {
  if (answer === undefined)
    return { error: l10nErrors.create('L10N_CODES', { block: request.block, problem: 'it was omitted' }) };
  if ('error' in answer) return answer;
  return toAnswer(request, { ...answer.raw, local: [...(local ?? [])] }, answer.reference);
}

function noRecognizer(engine: string): never {
  const problem = `the engine "${engine}" needs a recognizer on this machine, and none is registered under "${localRecognizerUri}"`;
  throw l10nErrors.create('L10N_PROVIDER', { provider: 'recognizer', problem });
}

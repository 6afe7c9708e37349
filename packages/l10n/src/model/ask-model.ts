import { isPlainObject, type JsonObject } from '@helve/core';
import type { StepContext } from '@helve/flow';
import { L10nError, l10nErrors } from '../l10n-errors.js';
import { DEMO_PROVIDER, demoModel } from './demo-model.js';
import type { ModelAnswer, ModelRequest } from './language-model.js';

/** Id of the tool that asks models. */
export const LLM_COMPLETE = 'llm.complete';

/** Model to ask. */
export interface ModelChoice {
  readonly provider: string;
  readonly model?: string;
  readonly credential?: string;
}

/** An answer, and the id of its call. */
export interface ReferencedAnswer extends ModelAnswer {
  readonly reference: string;
}

/** Asks a model: the offline one in place, every other through a tool call, under consent, budget and trail. */
export async function askModel(
  ctx: StepContext,
  choice: ModelChoice,
  request: ModelRequest,
): Promise<ReferencedAnswer> {
  if (choice.provider === DEMO_PROVIDER) return { ...(await demoModel.complete(request)), reference: DEMO_PROVIDER };
  const { signal = ctx.signal, ...rest } = request;
  // A request consists of texts and a schema, which are plain data.
  const input = { ...choice, ...rest } as unknown as JsonObject;
  const response = await ctx.call({ tool: LLM_COMPLETE, input, signal });
  if (!response.ok) {
    const { type, message, retryable, retryAfterMs } = response.error;
    throw new L10nError(type, message, { retryable, retryAfterMs, code: 'L10N_PROVIDER' });
  }
  const { data } = response;
  if (!isAnswer(data))
    throw l10nErrors.create('L10N_PROVIDER', { provider: choice.provider, problem: 'it gave no answer' });
  return { ...data, reference: String(response.meta.requestId) };
}

function isAnswer(value: unknown): value is ModelAnswer {
  if (!isPlainObject(value)) return false;
  return typeof value['text'] === 'string' && ['end', 'length', 'refused'].includes(String(value['stop']));
}

/** Returns the name of the engine that a target records. */
export function engineName({ provider, model }: ModelChoice): string {
  return `${provider}/${model ?? 'default'}`;
}

import { isPlainObject, RESPONSE_SCHEMA_VERSION, type Json, type ToolResponse } from '@helve/core';
import type { StepCall } from '../engine/run-env.js';
import { callKey } from './step-key.js';
import type { StepEffect, UnitContext } from './unit-context.js';

/**
 * Calls of steps that are made once: a call that an earlier attempt has recorded gets the recorded answer. Calls of one
 * step with equal inputs are told apart by their order; one that failed keeps its number, and its repetition has the next.
 *
 *     step A ▸ f(1) ▸ f(2) ▸ f(1)        numbers 0 · 0 · 1
 */
export function journaledCalls(unit: UnitContext, call: StepCall, effectOf: (tool: string) => StepEffect): StepCall {
  const begun = new Map<string, number>();
  return async (request, step) => {
    const { tool, input } = request;
    const key = unit.keyOf(step.node, { document: step.document });
    const called: Json = { tool, input };
    const group = callKey(key, 0, called);
    for (;;) {
      const n = begun.get(group) ?? 0;
      begun.set(group, n + 1);
      const own = callKey(key, n, called);
      const known = unit.recorded(own);
      if (known === undefined) return makeCall({ request, step, key: own }, { unit, call, effect: effectOf(tool) });
      const answer = toAnswer(known, tool);
      if (answer?.ok === true) return answer;
    }
  };
}

interface NewCall {
  readonly request: Parameters<StepCall>[0];
  readonly step: Parameters<StepCall>[1];
  readonly key: string;
}

interface CallSite {
  readonly unit: UnitContext;
  readonly call: StepCall;
  readonly effect: StepEffect;
}

async function makeCall({ request, step, key }: NewCall, { unit, call, effect }: CallSite): Promise<ToolResponse> {
  const keyed = effect === 'none' ? request : { idempotencyKey: key, ...request };
  let answer: ToolResponse | undefined;
  const recorded = await unit.once(
    key,
    async () => {
      answer = await call(keyed, step);
      return toRecord(answer, effect);
    },
    effect,
  );
  return answer ?? toAnswer(recorded ?? null, request.tool) ?? lostAnswer(request.tool);
}

/** An answer as the journal keeps it; of one that JSON cannot hold it is known at most that it came. */
function toRecord(answer: ToolResponse, effect: StepEffect): Json | undefined {
  if (survivesJson(answer)) return JSON.parse(JSON.stringify(answer)) as Json;
  return effect === 'none' ? undefined : null;
}

function survivesJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(survivesJson);
  if (isPlainObject(value)) return Object.values(value).every(survivesJson);
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || ['string', 'boolean', 'undefined'].includes(typeof value);
}

/** The answer of a record; what a person says that it happened has none. */
function toAnswer(record: Json, tool: string): ToolResponse | undefined {
  if (record === null) return lostAnswer(tool);
  return isAnswer(record) ? record : undefined;
}

function isAnswer(value: unknown): value is ToolResponse {
  return isPlainObject(value) && typeof value['ok'] === 'boolean' && isPlainObject(value['meta']);
}

/** The answer of a call that happened and of which only that is known. */
function lostAnswer(tool: string): ToolResponse {
  const meta = { toolId: tool, toolVersion: null, registryVersion: '', requestId: '', duration: 0 };
  return { ok: true, data: null, intents: [], meta: { ...meta, responseSchemaVersion: RESPONSE_SCHEMA_VERSION } };
}

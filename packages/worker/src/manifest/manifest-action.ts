import { toJsonSchema, type Json, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { ActionEntry, ActionStreams } from '../action/action-mark.js';
import type { AnyClass } from '../action/capability-actions.js';
import type { ManifestAction } from './manifest.js';

/** Converts an action of a class to data. */
export function toManifestAction(
  { action, method, description, input, output, policy, streams: stated }: ActionEntry,
  owner: AnyClass,
): ManifestAction {
  const streams = stated ?? generatorStreams(owner, method);
  const schema = (side: 'input' | 'output', declared: typeof input): { readonly [side: string]: JsonSchemaObject } =>
    declared === undefined ? {} : { [side]: toJsonSchema(declared, side) };
  return {
    name: action,
    ...(description === undefined ? {} : { description }),
    ...schema('input', input),
    ...schema('output', output),
    ...(policy === undefined ? {} : { policy: asJson(policy) as JsonObject }),
    ...(streams === undefined ? {} : { streams }),
  };
}

/** A generator that says nothing gives its values as a list to a caller that takes no stream. */
function generatorStreams({ prototype }: AnyClass, method: string): ActionStreams | undefined {
  const isGenerator = /^\[object (Async)?GeneratorFunction\]$/.test(
    Object.prototype.toString.call(Reflect.get(prototype as object, method)),
  );
  return isGenerator ? 'list' : undefined;
}

/** Returns a value after a round trip through JSON, without undefined and with plain objects. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

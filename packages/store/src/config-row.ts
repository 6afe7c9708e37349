import { isPlainObject, type JsonObject } from '@helve/core';
import type { InstanceRecord } from '@helve/worker/host';
import { storeErrors } from './store-errors.js';

/** Reads the record in a column. A corrupt record is an error: nobody may load an instance with defaults instead. */
export function toInstanceRecord(instanceId: string, column: string): InstanceRecord {
  const record = parsed(instanceId, column);
  const { capability, config, enabled, envOverrides } = record;
  if (typeof capability !== 'string') throw corrupt(instanceId, '"capability" is not a text');
  if (!isJsonObject(config)) throw corrupt(instanceId, '"config" is not an object');
  if (typeof enabled !== 'boolean') throw corrupt(instanceId, '"enabled" is not true or false');
  if (!isTexts(envOverrides)) throw corrupt(instanceId, '"envOverrides" is not an object of texts');
  return { capability, config, enabled, envOverrides };
}

function parsed(instanceId: string, column: string): JsonObject {
  try {
    const value: unknown = JSON.parse(column);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw corrupt(instanceId, 'it is not JSON', cause);
  }
  throw corrupt(instanceId, 'it is not an object');
}

/** Narrows a parsed value: parsed JSON contains nothing but JSON. */
function isJsonObject(parsedJson: unknown): parsedJson is JsonObject {
  return isPlainObject(parsedJson);
}

function isTexts(value: unknown): value is { readonly [name: string]: string } {
  return isPlainObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

function corrupt(instance: string, problem: string, cause?: unknown): Error {
  return storeErrors.create('STORE_CONFIG_CORRUPT', { instance, problem }, { cause });
}

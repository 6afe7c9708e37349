import type { Json } from '../contract/json.js';
import { isPlainObject } from './is-plain-object.js';

/** True for a value that JSON holds as it is: no instance, no function, nothing undefined, no NaN. */
export function isJson(value: unknown): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isJsonContainer(value);
    default:
      return false;
  }
}

function isJsonContainer(value: object): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (!isPlainObject(value)) return false;
  for (const name in value) if (!isJson(value[name])) return false;
  return true;
}

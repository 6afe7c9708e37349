import { pointerTo } from './pointer.js';
import { isPlainObject } from './is-plain-object.js';

/** One place where two JSON values differ; a side that has nothing there is undefined. */
export interface JsonDifference {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Every place where two JSON values differ, as deep down as it can be named. */
export function diffJson(before: unknown, after: unknown, pointer = ''): JsonDifference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      diffJson(before[index], after[index], `${pointer}/${index}`),
    );
  }
  if (isPlainObject(before) && isPlainObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      diffJson(valueOf(before, key), valueOf(after, key), pointerTo(pointer, key)),
    );
  }
  // Two lists or two objects were taken apart above; what is left is equal only if it is the same.
  return before === after ? [] : [{ pointer, before, after }];
}

function valueOf(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

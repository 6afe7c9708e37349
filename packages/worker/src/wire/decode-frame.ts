import { decodeValue } from './decode-value.js';
import type { Frame, FrameParams } from './frame.js';

/** Parameters that hold encoded values. */
const valueFields: { readonly [Method in keyof FrameParams]?: readonly string[] } = Object.freeze({
  call: ['args', 'named'],
  chunk: ['value'],
  account: ['payload'],
  invoke: ['input'],
  invoked: ['value', 'thrown'],
});

/** Decodes the values of a received frame; gives the error where one of them is malformed. */
export function decodeFrame<F extends Frame>(frame: F): F | Error {
  try {
    return decodeIn(frame);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function decodeIn<F extends Frame>(frame: F): F {
  if (!('method' in frame)) {
    if ('result' in frame) return { ...frame, result: decodeFields(frame.result, ['value']) };
    return { ...frame, error: decodeFields(frame.error, ['data']) };
  }
  const fields = valueFields[frame.method];
  return fields === undefined ? frame : { ...frame, params: decodeFields(frame.params, fields) };
}

function decodeFields<T extends object>(source: T, fields: readonly string[]): T {
  const decoded = fields
    .filter((field) => Object.hasOwn(source, field))
    .map((field) => [field, decodeValue(Reflect.get(source, field))] as const);
  return { ...source, ...Object.fromEntries(decoded) };
}

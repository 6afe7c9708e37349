import { nearestNames } from '@helve/core';
import { didYouMean } from '@helve/project';
import type { Shape } from './read-shape.js';

/** A value read from text, or why there is none. */
export type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly suggestion?: string };

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads one value according to its shape. Text is taken as it is; everything else is read strictly. */
export function readValue(text: string, shape: Shape): Reading {
  if (shape.kind === 'text') return read(text);
  const trimmed = text.trim();
  if (shape.nullable && trimmed === 'null') return read(null);
  switch (shape.kind) {
    case 'number':
    case 'integer':
      return readNumber(trimmed, shape.kind);
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false' ? read(trimmed === 'true') : refuse('true or false', text);
    case 'null':
      return trimmed === 'null' ? read(null) : refuse('null', text);
    case 'choice':
      return readChoice(text, shape.choices);
    case 'any':
      return orElse(readJson(trimmed), read(text));
    case 'json':
    case 'list':
    case 'object':
      return readJson(trimmed);
  }
}

/** Reads JSON and says where it breaks. */
export function readJson(text: string): Reading {
  try {
    return read(JSON.parse(text));
  } catch (error) {
    return { ok: false, message: `Expected JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readNumber(text: string, kind: 'number' | 'integer'): Reading {
  const wanted = kind === 'integer' ? 'a whole number' : 'a number';
  if (!jsonNumber.test(text)) return refuse(wanted, text);
  const value = Number(text);
  if (!Number.isFinite(value) || (kind === 'integer' && !Number.isInteger(value))) return refuse(wanted, text);
  const exact = !/^-?\d+$/.test(text) || BigInt(text) === BigInt(value);
  return exact ? read(value) : { ok: false, message: `Expected ${wanted} that can be held exactly, got ${text}` };
}

function readChoice(text: string, choices: readonly unknown[]): Reading {
  const found = choices.find((choice) => choiceText(choice) === text);
  if (found !== undefined) return read(found);
  const names = choices.map(choiceText);
  return {
    ok: false,
    message: `Expected one of ${names.join(', ')}, got ${JSON.stringify(text)}`,
    ...didYouMean(nearestNames(text, names, 1)),
  };
}

/** Writes one choice as it is typed. */
export function choiceText(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

function orElse(first: Reading, second: Reading): Reading {
  return first.ok ? first : second;
}

function read(value: unknown): Reading {
  return { ok: true, value };
}

function refuse(wanted: string, text: string): Reading {
  return { ok: false, message: `Expected ${wanted}, got ${JSON.stringify(text)}` };
}

import type { Secret } from '@helve/core';
import { CapabilityInputError } from '../error/input-errors.js';

const capabilityPattern = /^[A-Za-z0-9_-]{1,64}$/;
const keyPattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_KEY = 200;

/** Shorter values occur by accident in many texts, so that redacting them hides too much or too little. */
const MIN_HIDDEN = 8;

/** Throws unless these names can be parts of a path. */
export function assertSecretNames(capability: string, key?: string): void {
  if (!capabilityPattern.test(capability))
    throw invalid(`"${capability}" is not a valid capability name`, 'capability');
  if (key === undefined || (keyPattern.test(key) && key.length <= MAX_KEY)) return;
  throw invalid(`"${key}" is not a valid variable name`, 'key');
}

/** Throws for a value that no environment can hold, or that would count as missing. */
export function assertSecretValue(key: string, secret: Secret): void {
  const value = secret.reveal();
  if (value === '') throw invalid(`the value of "${key}" is empty`, key);
  if (value.includes('\0')) throw invalid(`the value of "${key}" holds a NUL`, key);
  if (!value.isWellFormed()) throw invalid(`the value of "${key}" is not well-formed Unicode`, key);
}

/** Returns a warning for the operator about a value; undefined when there is none. */
export function secretWarning(key: string, secret: Secret): string | undefined {
  if (secret.reveal().length >= MIN_HIDDEN) return undefined;
  return `The value of "${key}" is shorter than ${MIN_HIDDEN} characters: hiding it may hide other texts too`;
}

function invalid(problem: string, field: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot store the secret: ${problem}`, { fieldsInvalid: [field] });
}

import { expect } from 'vitest';
import { CapabilityError } from '../../error/capability-error.js';

/** Returns an expectation for a value with these members at least, at any depth; in lists in any order. */
export function withMembers(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return expect.arrayContaining(wanted.map(withMembers));
  if (typeof wanted !== 'object' || wanted === null) return wanted;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, withMembers(value)])),
  );
}

/** Expects an error of this code with these fields, whose message says this. */
export function expectFailure(error: unknown, wanted: { readonly code: string; readonly says?: string }): void {
  const { code, says = '', cause, ...fields } = wanted as typeof wanted & { readonly cause?: object };
  expect(CapabilityError.is(error) ? error.code : error).toBe(code);
  expect(error).toMatchObject({ ...fields, message: expect.stringContaining(says) as string });
  if (cause !== undefined) expect((error as CapabilityError).cause).toMatchObject(cause);
}

import { isPlainObject } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import type { CapabilityRequest } from '@helve/worker/host';

/** Actions and adapters of an instance, as far as reading a request needs them. */
export interface Offer {
  readonly actions: readonly string[];
  /** Tasks of bound adapters. */
  readonly adapters: readonly string[];
}

/** `ACTION`, `TASK.METHOD`, or `execute` for the one task of a fused tool. */
export function toRequest(target: string, value: unknown, { actions, adapters }: Offer): CapabilityRequest {
  if (actions.includes(target)) return { action: target, args: named(value) };
  const dot = target.lastIndexOf('.');
  const [task, method] = [target.slice(0, dot), target.slice(dot + 1)];
  // A task that nobody serves is left to the worker, which says so.
  if (dot > 0 && (adapters.includes(task) || method !== '')) return { task, method, args: named(value) };
  if (target === 'execute') return { positional: positional(value) };
  return { action: target, args: named(value) };
}

function named(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (isPlainObject(value)) return value;
  throw new CapabilityInputError('Cannot read the arguments: an action and a method take a JSON object', {
    fieldsInvalid: [''],
  });
}

function positional(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

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
export function toRequest(target: string, given: unknown, { actions, adapters }: Offer): CapabilityRequest {
  if (actions.includes(target)) return { action: target, args: named(given) };
  const dot = target.lastIndexOf('.');
  const [task, method] = [target.slice(0, dot), target.slice(dot + 1)];
  // A task that nobody serves is left to the worker, which says so.
  if (dot > 0 && (adapters.includes(task) || method !== '')) return { task, method, args: named(given) };
  if (target === 'execute') return { positional: positional(given) };
  return { action: target, args: named(given) };
}

function named(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (isPlainObject(given)) return given;
  throw new CapabilityInputError('Cannot read the arguments: an action and a method take a JSON object', {
    fieldsInvalid: [''],
  });
}

function positional(given: unknown): readonly unknown[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? given : [given];
}

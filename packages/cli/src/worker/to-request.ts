import { isPlainObject } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import type { CapabilityRequest } from '@helve/worker/host';
import { cliErrors } from '../cli-errors.js';
import { readJson } from '../flags/read-value.js';
import type { Io } from '../io.js';

/** What an instance offers, as far as it takes to read a request. */
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

/** The value of `[JSON|-]`; none is an absent one. */
export async function readGiven(source: string | undefined, io: Io): Promise<unknown> {
  if (source === undefined) return undefined;
  const text = source === '-' ? await readStdin(io) : source;
  const reading = readJson(text);
  if (reading.ok) return reading.value;
  const label = source === '-' ? 'stdin' : 'the arguments';
  throw cliErrors.create(
    'CLI_INPUT_INVALID',
    { source: label, problem: reading.message },
    {
      details: { suggestion: 'Give JSON as the last argument, or - to read it from stdin' },
    },
  );
}

/** All of stdin as UTF-8; anything else is refused. */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw cliErrors.create('CLI_INPUT_INVALID', { source: 'stdin', problem: 'it is not UTF-8' }, { cause });
  }
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

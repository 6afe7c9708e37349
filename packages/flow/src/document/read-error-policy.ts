import { errorTypes, isPlainObject, pointerTo } from '@helve/core';
import type { ErrorPolicy, RetryPolicy } from '../contract/flow-document.js';
import type { DiagnosticList } from './diagnostic-list.js';
import { endPolicies, flowKeys } from './flow-keys.js';

type EndPolicy = (typeof endPolicies)[number];

/** The least value of each number of a retry policy. */
const least = { attempts: 1, baseMs: 0, factor: 1, maxMs: 0 } as const;

/** Reads `onError`; undefined when it cannot be used. */
export function readErrorPolicy(value: unknown, pointer: string, list: DiagnosticList): ErrorPolicy | undefined {
  if (isEndPolicy(value)) return value;
  if (!isPlainObject(value)) {
    list.error('flow-syntax', pointer, `It must be one of ${choices}, or an object with "retry"`);
    return undefined;
  }
  const before = list.found.length;
  checkKeys(value, pointer, flowKeys.policy, list);
  if (!isPlainObject(value['retry'])) {
    list.error('flow-syntax', pointerTo(pointer, 'retry'), 'It must be an object, which may be empty');
  } else checkRetry(value['retry'], pointerTo(pointer, 'retry'), list);
  if (value['then'] !== undefined && !isEndPolicy(value['then'])) {
    list.error('flow-syntax', pointerTo(pointer, 'then'), `It must be one of ${choices}`);
  }
  // Every member has been looked at when nothing was found.
  return list.found.length === before ? (value as unknown as RetryPolicy) : undefined;
}

function checkRetry(retry: Record<string, unknown>, pointer: string, list: DiagnosticList): void {
  checkKeys(retry, pointer, flowKeys.retry, list);
  for (const [name, minimum] of Object.entries(least)) {
    const value = retry[name];
    if (
      value === undefined ||
      (typeof value === 'number' && value >= minimum && (name === 'factor' || Number.isInteger(value)))
    ) {
      continue;
    }
    list.error('flow-syntax', pointerTo(pointer, name), `It must be a number of at least ${minimum}`);
  }
  const { on } = retry;
  if (
    on === undefined ||
    (Array.isArray(on) && on.every((type) => typeof type === 'string' && Object.hasOwn(errorTypes, type)))
  )
    return;
  list.error(
    'flow-syntax',
    pointerTo(pointer, 'on'),
    'It must be a list of error types',
    `They are ${Object.keys(errorTypes).join(', ')}`,
  );
}

function checkKeys(value: object, pointer: string, known: readonly string[], list: DiagnosticList): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) list.unknownKey(pointer, key, known);
}

const choices = endPolicies.map((policy) => `"${policy}"`).join(', ');

function isEndPolicy(value: unknown): value is EndPolicy {
  return (endPolicies as readonly unknown[]).includes(value);
}

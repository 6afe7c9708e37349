import type { Issue } from '../contract/issue.js';
import { isPlainObject } from '../json/is-plain-object.js';
import {
  CallBehavior,
  OnInterrupt,
  SideEffects,
  ToolCategory,
  ToolEffect,
  type ToolPolicy,
} from '../contract/policy.js';
import type { ToolRecord } from '../contract/tool.js';
import { nearestNames } from '../errors/nearest-name.js';

const expected: { readonly [K in keyof Required<ToolPolicy>]: readonly [(value: unknown) => boolean, string] } = {
  category: [isOneOf(ToolCategory), `one of ${Object.keys(ToolCategory).join(', ')}`],
  sideEffects: [isOneOf(SideEffects), `one of ${Object.keys(SideEffects).join(', ')}`],
  effects: [isListOf(isOneOf(ToolEffect)), `a list of ${Object.keys(ToolEffect).join(', ')}`],
  idempotent: [isBoolean, 'true or false'],
  requiresConfirmation: [isBoolean, 'true or false'],
  allowedModes: [(value) => isListOf(isText)(value) && value.length > 0, 'a list of modes that is not empty'],
  latencyBudgetMs: [
    (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
    'milliseconds above 0',
  ],
  behavior: [isOneOf(CallBehavior), `one of ${Object.keys(CallBehavior).join(', ')}`],
  onInterrupt: [isOneOf(OnInterrupt), `one of ${Object.keys(OnInterrupt).join(', ')}`],
};

/** The policy: known keys, values of the closed sets, no contradiction. */
export function checkPolicy(tool: Partial<Record<keyof ToolRecord, unknown>>): Issue[] {
  const { policy } = tool;
  if (policy === undefined) return [];
  if (!isPlainObject(policy)) return [{ pointer: '/policy', keyword: 'type', message: 'Expected an object' }];
  const issues = Object.entries(policy).flatMap(([key, value]) => checkKey(key, value));
  if (policy['category'] === 'retrieval' && policy['sideEffects'] === 'writes') {
    const message = 'A retrieval tool cannot write: make it an action, or drop the writes';
    issues.push({ pointer: '/policy/sideEffects', keyword: 'contradiction', message });
  }
  return issues;
}

function checkKey(key: string, value: unknown): Issue[] {
  const pointer = `/policy/${key}`;
  if (isPolicyKey(key)) {
    const [holds, wanted] = expected[key];
    return holds(value) ? [] : [{ pointer, keyword: 'type', message: `Expected ${wanted}` }];
  }
  const [nearest] = nearestNames(key, Object.keys(expected));
  const suggestion = nearest === undefined ? {} : { suggestion: `Did you mean "${nearest}"?` };
  return [{ pointer, keyword: 'additionalProperties', message: `Unknown policy "${key}"`, ...suggestion }];
}

function isPolicyKey(key: string): key is keyof ToolPolicy {
  return Object.hasOwn(expected, key);
}

function isOneOf(names: object): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && Object.hasOwn(names, value);
}

function isListOf(holds: (value: unknown) => boolean): (value: unknown) => value is unknown[] {
  return (value): value is unknown[] => Array.isArray(value) && value.every(holds);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

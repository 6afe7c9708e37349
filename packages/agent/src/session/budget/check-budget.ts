import { isPlainObject } from '@helve/core';

type Members = Readonly<Record<string, (value: unknown) => boolean>>;

const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

const price: Members = { input: isAmount, output: isAmount, cachedInput: isAmount };
const allowance: Members = { tokens: isCount, cost: (value) => isAmount(value) && value !== 0 };
const context: Members = { maxTokens: isCount, keepTurns: isCount, summarize: (value) => typeof value === 'boolean' };

export function isPrices(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((row) => has(row, price, 'input', 'output'));
}

export function isBudget(value: unknown): boolean {
  const isAllowance = (row: unknown) => has(row, allowance);
  return has(value, { turn: isAllowance, session: isAllowance });
}

export function isContext(value: unknown): boolean {
  return has(value, context, 'maxTokens');
}

/** True for an object with these members and no others, of which some are required. */
function has(value: unknown, members: Members, ...required: readonly string[]): boolean {
  if (!isPlainObject(value)) return false;
  const holds = (name: string) =>
    Object.hasOwn(members, name) && (value[name] === undefined || members[name]?.(value[name]) === true);
  return Object.keys(value).every(holds) && required.every((name) => value[name] !== undefined);
}

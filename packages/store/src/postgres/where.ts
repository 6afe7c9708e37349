import type { Condition } from '../entry-row.js';
import type { SqlValue } from './connections.js';

/** Joins conditions into one expression, whose parameters begin after `used` others, with their values in order. */
export function where(
  conditions: readonly Condition[],
  used: number,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  return {
    sql: conditions.map((condition, index) => toSql(condition, `$${used + index + 1}`)).join(' AND ') || 'TRUE',
    values: conditions.map(([, , value]) => value),
  };
}

function toSql([column, operator]: Condition, parameter: string): string {
  if (operator === 'contains') return `strpos(${column}, ${parameter}) > 0`;
  return operator === 'in' ? `${column} = ANY(${parameter}::text[])` : `${column} ${operator} ${parameter}`;
}

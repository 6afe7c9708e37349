import type { Condition } from '../entry-row.js';
import type { SqlValue } from './connections.js';

/** Joins conditions into one expression, whose parameters begin after `taken` others, with their values in order. */
export function where(
  conditions: readonly Condition[],
  taken: number,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  return {
    sql: conditions.map((condition, index) => toSql(condition, `$${taken + index + 1}`)).join(' AND ') || 'TRUE',
    values: conditions.map(([, , value]) => value),
  };
}

function toSql([column, operator]: Condition, parameter: string): string {
  if (operator === 'contains') return `strpos(${column}, ${parameter}) > 0`;
  return operator === 'in' ? `${column} = ANY(${parameter}::text[])` : `${column} ${operator} ${parameter}`;
}

import type { Condition } from '../entry-row.js';
import type { SqlValue } from './connection.js';

/** Joins conditions into one expression, with its values in order. */
export function where(conditions: readonly Condition[]): {
  readonly sql: string;
  readonly values: readonly SqlValue[];
} {
  return {
    sql: conditions.map(toSql).join(' AND ') || 'TRUE',
    values: conditions.map(([, operator, value]) => (operator === 'in' ? JSON.stringify(value) : value)),
  };
}

// One parameter per list, so that lists of any length share a statement.
function toSql([column, operator]: Condition): string {
  if (operator === 'contains') return `instr(${column}, ?) > 0`;
  return operator === 'in' ? `${column} IN (SELECT value FROM json_each(?))` : `${column} ${operator} ?`;
}

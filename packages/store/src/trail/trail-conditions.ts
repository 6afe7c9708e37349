import { tenantPart, type TrailFilter } from '@helve/core';
import { toColumnText } from '../column-text.js';
import type { Condition } from '../entry-row.js';

/** Returns the conditions on the rows of records that a filter asks for. */
export function trailConditions(filter: TrailFilter): readonly Condition[] {
  const { toolId, userId, owner, tenant, requestId, sessionId, outcome, beforeSeq } = filter;
  const equal = { tool_id: toolId, user_id: userId, owner, request_id: requestId, session_id: sessionId, outcome };
  return [
    ...Object.entries(equal).flatMap(([column, value]): Condition[] =>
      value === undefined ? [] : [[column, '=', toColumnText(value)]],
    ),
    ...(tenant === undefined ? [] : [['owner', 'contains', tenantPart(tenant)] as const]),
    ...(beforeSeq === undefined ? [] : [['seq', '<', beforeSeq] as const]),
  ];
}

import { SideEffects, ToolCategory, ToolEffect, type ToolPolicy } from '@helve/core';
import type { ToolMeta } from '../contract/meta.js';

const writing: ReadonlySet<string> = new Set([
  ToolEffect['tm-write'],
  ToolEffect['termbase-write'],
  ToolEffect.analytics,
]);

/** The policy under which a flow tool is called as a tool record. */
export function policyFromMeta(meta: ToolMeta): ToolPolicy {
  const effects = Object.freeze([...(meta.sideEffects ?? [])]);
  const executes = meta.exec === true;
  const writes = executes || effects.some((effect) => writing.has(effect));
  return Object.freeze({
    category: writes ? ToolCategory.action : ToolCategory.utility,
    sideEffects: writes ? SideEffects.writes : effects.length > 0 ? SideEffects.read_only : SideEffects.none,
    effects,
    idempotent: !writes,
    requiresConfirmation: executes,
  });
}

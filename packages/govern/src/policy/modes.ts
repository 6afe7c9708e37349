import { policyOf, type ToolHook, type ToolPolicy } from '@helve/core';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import type { ListRule } from './visible-tools.js';

/** Restricts tools to the modes they are made for. A call without a mode is in none of them. */
export function modes(options: Readonly<Record<string, never>> = {}): ToolHook & ListRule {
  checkHookOptions('modes', options, {});
  return {
    name: 'modes',
    priority: () => priorities.modes,
    willAuthorize(ctx) {
      if (isAllowedIn(ctx.policy, ctx.call.mode)) return;
      refuse(ctx, governErrors.create('GOVERN_MODE_RESTRICTED', { tool: ctx.toolId }));
    },
    visibleTools: async (tools, { call }) => tools.filter((tool) => isAllowedIn(policyOf(tool), call?.mode)),
  };
}

function isAllowedIn({ allowedModes }: ToolPolicy, mode: string | undefined): boolean {
  return allowedModes === undefined || (mode !== undefined && allowedModes.includes(mode));
}

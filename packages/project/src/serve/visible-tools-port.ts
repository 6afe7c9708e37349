import type { ToolHook, ToolHookSource } from '@helve/core';
import type { SeenTools } from '@helve/gateway';
import { visibleTools } from '@helve/govern';

/** The rules that refuse calls also say what is not even named. */
export function visibleToolsPort(hooks: readonly ToolHookSource[]): SeenTools {
  const made = hooks.filter((hook): hook is ToolHook => typeof hook === 'object');
  return (tools, user, door) => visibleTools(tools, { user, call: { door } }, made);
}

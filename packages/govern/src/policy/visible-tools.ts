import type { CallOrigin, ToolHook, ToolRecord, ToolUser } from '@helve/core';

/** The user and mode that a list of tools is made for. */
export interface Viewer {
  readonly user: ToolUser;
  readonly sessionId?: string;
  readonly call?: CallOrigin;
}

/** A rule that also decides which tools somebody sees. */
export interface ListRule {
  visibleTools(tools: readonly ToolRecord[], viewer: Viewer): Promise<readonly ToolRecord[]>;
}

/** Returns the tools that pass the list rules among these hooks, and those among each tool's own. */
export async function visibleTools(
  tools: readonly ToolRecord[],
  viewer: Viewer,
  hooks: readonly ToolHook[],
): Promise<readonly ToolRecord[]> {
  let visible = tools;
  for (const hook of hooks) if (isListRule(hook)) visible = await hook.visibleTools(visible, viewer);
  const passes = await Promise.all(visible.map((tool) => passesOwnRules(tool, viewer)));
  return visible.filter((_, index) => passes[index]);
}

async function passesOwnRules(tool: ToolRecord, viewer: Viewer): Promise<boolean> {
  for (const hook of tool.hooks ?? []) {
    if (isListRule(hook) && (await hook.visibleTools([tool], viewer)).length === 0) return false;
  }
  return true;
}

function isListRule(hook: object): hook is ListRule {
  return 'visibleTools' in hook && typeof hook.visibleTools === 'function';
}

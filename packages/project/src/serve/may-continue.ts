import type { SessionRecord } from '@helve/agent';
import { hasRightsOf, ownerOf, type ToolUser } from '@helve/core';
import type { SeenTools } from '@helve/gateway';
import type { Project } from '../open-project.js';

/** True for a stored conversation that this user may continue: with its rights, and with the tools that it mentions. */
export async function mayContinue(
  project: Pick<Project, 'tools'>,
  { owner, rights, usedTools }: SessionRecord,
  user: ToolUser,
  sees: SeenTools,
): Promise<boolean> {
  if (owner !== ownerOf(user) || !hasRightsOf(user, rights)) return false;
  const used = usedTools.flatMap((tool) => project.tools.get(tool) ?? []);
  return (await sees(used, user, 'chat')).length === used.length;
}

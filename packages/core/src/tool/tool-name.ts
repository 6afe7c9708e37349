import type { ToolRecord } from '../contract/tool.js';

/** As long as every vendor takes the name of a tool. */
const MAX_LENGTH = 64;

/** A name that every vendor takes, made of an id. */
export function toolNameOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

/** The first tool whose name is too long or belongs to another one before it, with the reason; undefined if all are well. */
export function findBadName(
  tools: Iterable<Pick<ToolRecord, 'id' | 'name'>>,
): { readonly id: string; readonly problem: string } | undefined {
  const seen = new Map<string, string>();
  for (const { id, name } of tools) {
    const other = seen.get(name);
    if (other !== undefined) return { id, problem: `"${other}" has the name "${name}" already` };
    if (name.length > MAX_LENGTH) return { id, problem: `its name "${name}" is longer than ${MAX_LENGTH} characters` };
    seen.set(name, id);
  }
  return undefined;
}

import type { ToolContract } from '../wire/wire.js';

/** What a tool is called where people read. */
export function titleOf({ title, name }: ToolContract): string {
  return title ?? name;
}

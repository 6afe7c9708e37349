import type { ToolContract } from '../wire/wire.js';

/** Returns the name of a tool for people. */
export function titleOf({ title, name }: ToolContract): string {
  return title ?? name;
}

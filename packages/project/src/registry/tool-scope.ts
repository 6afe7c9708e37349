/** A key with this scope may use a tool that comes with Helve on texts, as if the config named it. */
export function toolScope(id: string): string {
  return `tool:${id}`;
}

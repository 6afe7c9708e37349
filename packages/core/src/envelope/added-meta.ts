/** Keys in which every answer describes its own call; whoever passes an answer on has a call of their own. */
const ownKeys: ReadonlySet<string> = new Set([
  'toolId',
  'toolVersion',
  'registryVersion',
  'requestId',
  'duration',
  'responseSchemaVersion',
  'validated',
  'noSchemaMode',
  'strippedArgs',
]);

/** Reads the facts that were added to the meta of an answer, for whoever passes it on as their own. */
export function addedMeta(meta: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !ownKeys.has(key)));
}

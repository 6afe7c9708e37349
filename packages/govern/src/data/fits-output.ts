import { compileOutputCheck, type SchemaCheck, type ToolSchema } from '@helve/core';

const compiled = new WeakMap<object, SchemaCheck>();

/** True when a stored answer still fits the output schema, which may have changed. */
export async function fitsOutput(schema: ToolSchema | undefined, value: unknown): Promise<boolean> {
  if (schema === undefined) return true;
  const check = compiled.get(schema) ?? compileOutputCheck(schema);
  compiled.set(schema, check);
  return (await check(value)).ok;
}

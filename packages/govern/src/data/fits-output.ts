import { compileOutputCheck, type SchemaCheck, type ToolSchema } from '@helve/core';

const compiled = new WeakMap<object, SchemaCheck>();

/** Whether a stored answer is still one: the tool may promise something else by now. */
export async function fitsOutput(schema: ToolSchema | undefined, value: unknown): Promise<boolean> {
  if (schema === undefined) return true;
  const check = compiled.get(schema) ?? compileOutputCheck(schema);
  compiled.set(schema, check);
  return (await check(value)).ok;
}
